-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE SEQUENCE `By` OPTIONS (sequence_kind = 'bit_reversed_positive');

CREATE TABLE `Select` (
  `where` STRING(10) NOT NULL,
  `order` INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE `By`)),
  `type` STRING(MAX) NOT NULL,
  `group` STRING(10) NOT NULL,
  `limit` INT64 NOT NULL,
  `user` INT64 NOT NULL AS (`limit` + 1) STORED,
  `all` INT64 NOT NULL AS (FARM_FINGERPRINT(`ttl`) & 3) STORED,
  `ttl` STRING(MAX) NOT NULL,
  CONSTRAINT `Check` CHECK (`order` > `limit` AND `type` != `group`)
) PRIMARY KEY (`where`, `order`);

CREATE INDEX `From` ON `Select` (`where`, `order` DESC) STORING (`type`);

ALTER TABLE `Select` ADD CONSTRAINT `Select_group_fk` FOREIGN KEY (`group`) REFERENCES `Select` (`where`) ON DELETE NO ACTION;
