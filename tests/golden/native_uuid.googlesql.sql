-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `NativeUuid` (
  `id` UUID NOT NULL DEFAULT (NEW_UUID()),
  `other` UUID
) PRIMARY KEY (`id`);
