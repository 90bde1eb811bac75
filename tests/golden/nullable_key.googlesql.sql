-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Optional` (
  `name` STRING(MAX),
  `other` INT64
) PRIMARY KEY (`name`, `other`);
