-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Books` (
  `id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `title` STRING(MAX) NOT NULL,
  `words` TOKENLIST AS (TOKENIZE_FULLTEXT(`title`)) STORED HIDDEN,
  `changed` TIMESTAMP NOT NULL DEFAULT (CURRENT_TIMESTAMP()) ON UPDATE (CURRENT_TIMESTAMP())
) PRIMARY KEY (`id`);

CREATE TABLE `Notes` (
  `id` STRING(36) NOT NULL,
  `note` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `topic` STRING(MAX),
  `body` STRING(MAX) NOT NULL OPTIONS (locality_group = 'hot')
) PRIMARY KEY (`id`, `note`),
  INTERLEAVE IN `Books`,
  OPTIONS (locality_group = 'cold', columnar_policy = 'enabled');

CREATE INDEX `NotesByTopic` ON `Notes` (`topic`) STORING (`body`) OPTIONS (locality_group = 'cold');

CREATE TABLE `Log` (
  `Line` STRING(MAX) NOT NULL
);

CREATE CHANGE STREAM Everything FOR ALL;
