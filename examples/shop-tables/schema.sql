-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Sellers` (
  `seller_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `name` STRING(256) NOT NULL
) PRIMARY KEY (`seller_id`);

CREATE TABLE `Articles` (
  `seller_id` STRING(36) NOT NULL,
  `sku` STRING(64) NOT NULL,
  `price` INT64 NOT NULL
) PRIMARY KEY (`seller_id`, `sku`),
  INTERLEAVE IN PARENT `Sellers` ON DELETE CASCADE;
