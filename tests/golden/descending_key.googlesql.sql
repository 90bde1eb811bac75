-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Newest` (
  `tenant` STRING(64) NOT NULL,
  `at` TIMESTAMP NOT NULL
) PRIMARY KEY (`tenant`, `at` DESC);

CREATE TABLE `NewestChild` (
  `tenant` STRING(64) NOT NULL,
  `at` TIMESTAMP NOT NULL,
  `number` INT64 NOT NULL
) PRIMARY KEY (`tenant`, `at` DESC, `number`),
  INTERLEAVE IN PARENT `Newest` ON DELETE NO ACTION;
