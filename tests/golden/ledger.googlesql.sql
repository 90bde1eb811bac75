-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Customers` (
  `customer_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `name` STRING(256) NOT NULL,
  `email` STRING(MAX)
) PRIMARY KEY (`customer_id`);

CREATE TABLE `Orders` (
  `customer_id` STRING(36) NOT NULL,
  `order_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `status` STRING(MAX) NOT NULL,
  `total` NUMERIC NOT NULL,
  `placed_at` TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)
) PRIMARY KEY (`customer_id`, `order_id`),
  INTERLEAVE IN PARENT `Customers` ON DELETE CASCADE;

CREATE INDEX `OrdersByStatus` ON `Orders` (`customer_id`, `status`, `placed_at` DESC) STORING (`total`), INTERLEAVE IN `Customers`;

CREATE TABLE `Transactions` (
  `shard_id` INT64 NOT NULL AS (FARM_FINGERPRINT(`txn_id`) & 15) STORED,
  `txn_id` STRING(26) NOT NULL,
  `amount` NUMERIC NOT NULL
) PRIMARY KEY (`shard_id`, `txn_id`);
