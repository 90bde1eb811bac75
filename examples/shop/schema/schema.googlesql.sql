-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Customers` (
  `customer_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `name` STRING(256) NOT NULL,
  `email` STRING(320) NOT NULL,
  `email_lower` STRING(320) NOT NULL AS (LOWER(`email`)) STORED
) PRIMARY KEY (`customer_id`);

CREATE TABLE `Orders` (
  `customer_id` STRING(36) NOT NULL,
  `order_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `placed_at` TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)
) PRIMARY KEY (`customer_id`, `order_id`),
  INTERLEAVE IN PARENT `Customers` ON DELETE CASCADE;

CREATE TABLE `Payments` (
  `shard` INT64 NOT NULL AS (FARM_FINGERPRINT(`payment_id`) & 15) STORED,
  `payment_id` STRING(26) NOT NULL,
  `amount` INT64 NOT NULL,
  `day` TIMESTAMP NOT NULL
) PRIMARY KEY (`shard`, `payment_id`);

-- allow_hotspot on PaymentsByDay: a few hundred payments a day
CREATE INDEX `PaymentsByDay` ON `Payments` (`day`);
