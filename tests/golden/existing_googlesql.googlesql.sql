-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE LOCALITY GROUP cold OPTIONS (storage = 'hdd');

CREATE TABLE `Messages` (
  `id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `reply_to` STRING(36),
  `topic` STRING(MAX) NOT NULL,
  `payload` `shop.Payload` NOT NULL,
  `body` STRING(MAX) NOT NULL
) PRIMARY KEY (`id`),
  OPTIONS (fulltext_dictionary_table = true);

CREATE INDEX `MessagesByTopic` ON `Messages` (`topic`);

CREATE TABLE `Settings` (
  `Theme` STRING(MAX) NOT NULL
) PRIMARY KEY ();

ALTER TABLE `Messages` ADD CONSTRAINT `Messages_reply_to_fk` FOREIGN KEY (`reply_to`) REFERENCES `Messages` (`id`) NOT ENFORCED;
