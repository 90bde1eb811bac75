-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `user_collections` (
  `fxa_uid` STRING(MAX) NOT NULL,
  `fxa_kid` STRING(MAX) NOT NULL,
  `collection_id` INT64 NOT NULL,
  `modified` TIMESTAMP NOT NULL,
  `count` INT64,
  `total_bytes` INT64
) PRIMARY KEY (`fxa_uid`, `fxa_kid`, `collection_id`);

CREATE TABLE `bsos` (
  `fxa_uid` STRING(MAX) NOT NULL,
  `fxa_kid` STRING(MAX) NOT NULL,
  `collection_id` INT64 NOT NULL,
  `bso_id` STRING(MAX) NOT NULL,
  `sortindex` INT64,
  `payload` STRING(MAX),
  `modified` TIMESTAMP NOT NULL,
  `expiry` TIMESTAMP NOT NULL,
  `payload_link` STRING(MAX)
) PRIMARY KEY (`fxa_uid`, `fxa_kid`, `collection_id`, `bso_id`),
  INTERLEAVE IN PARENT `user_collections` ON DELETE CASCADE,
  ROW DELETION POLICY (OLDER_THAN(`expiry`, INTERVAL 0 DAY));

-- allow_hotspot on collection_id: a handful of collections, written once when the service is set up
CREATE TABLE `collections` (
  `collection_id` INT64 NOT NULL,
  `name` STRING(32) NOT NULL
) PRIMARY KEY (`collection_id`);

CREATE UNIQUE INDEX `CollectionName` ON `collections` (`name`);

CREATE TABLE `batches` (
  `fxa_uid` STRING(MAX) NOT NULL,
  `fxa_kid` STRING(MAX) NOT NULL,
  `collection_id` INT64 NOT NULL,
  `batch_id` STRING(MAX) NOT NULL,
  `expiry` TIMESTAMP NOT NULL
) PRIMARY KEY (`fxa_uid`, `fxa_kid`, `collection_id`, `batch_id`),
  INTERLEAVE IN PARENT `user_collections` ON DELETE CASCADE,
  ROW DELETION POLICY (OLDER_THAN(`expiry`, INTERVAL 0 DAY));

CREATE TABLE `batch_bsos` (
  `fxa_uid` STRING(MAX) NOT NULL,
  `fxa_kid` STRING(MAX) NOT NULL,
  `collection_id` INT64 NOT NULL,
  `batch_id` STRING(MAX) NOT NULL,
  `batch_bso_id` STRING(MAX) NOT NULL,
  `sortindex` INT64,
  `payload` STRING(MAX),
  `ttl` INT64,
  `payload_link` STRING(MAX)
) PRIMARY KEY (`fxa_uid`, `fxa_kid`, `collection_id`, `batch_id`, `batch_bso_id`),
  INTERLEAVE IN PARENT `batches` ON DELETE CASCADE;
