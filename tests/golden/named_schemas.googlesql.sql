-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE SCHEMA `bank`;

CREATE SEQUENCE `bank`.`AccountSeq` OPTIONS (sequence_kind = 'bit_reversed_positive');

CREATE TABLE `Accounts` (
  `id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `account` INT64 NOT NULL
) PRIMARY KEY (`id`);

CREATE TABLE `bank`.`Accounts` (
  `id` INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE `bank`.`AccountSeq`)),
  `owner` STRING(64) NOT NULL,
  `note` STRING(MAX),
  CONSTRAINT `bank_Accounts_owner_ck` CHECK (`owner` != '')
) PRIMARY KEY (`id`);

CREATE INDEX `bank`.`AccountsByOwner` ON `bank`.`Accounts` (`owner`) STORING (`note`);

CREATE TABLE `bank`.`Bookings` (
  `id` INT64 NOT NULL,
  `number` INT64 NOT NULL,
  `shard` INT64 NOT NULL AS (MOD(FARM_FINGERPRINT(CAST(`number` AS STRING)) & 0x7FFFFFFFFFFFFFFF, 7)) STORED
) PRIMARY KEY (`id`, `number`),
  INTERLEAVE IN PARENT `bank`.`Accounts` ON DELETE CASCADE;

ALTER TABLE `Accounts` ADD CONSTRAINT `Accounts_account_fk` FOREIGN KEY (`account`) REFERENCES `bank`.`Accounts` (`id`) ON DELETE NO ACTION;

ALTER TABLE `bank`.`Bookings` ADD CONSTRAINT `bank_Bookings_id_fk` FOREIGN KEY (`id`) REFERENCES `bank`.`Accounts` (`id`) ON DELETE NO ACTION;
