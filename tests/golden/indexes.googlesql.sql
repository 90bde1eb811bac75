-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Tenant` (
  `tenant` STRING(64) NOT NULL
) PRIMARY KEY (`tenant`);

CREATE TABLE `Ticket` (
  `tenant` STRING(64) NOT NULL,
  `id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `status` STRING(MAX) NOT NULL,
  `code` STRING(10),
  `note` STRING(10),
  `number` INT64 NOT NULL,
  `body` JSON NOT NULL,
  `at` TIMESTAMP NOT NULL,
  `shard` INT64 NOT NULL AS (FARM_FINGERPRINT(`id`) & 15) STORED,
  `lower` STRING(10) AS (LOWER(`code`)) STORED
) PRIMARY KEY (`tenant`, `id`),
  INTERLEAVE IN PARENT `Tenant` ON DELETE NO ACTION;

CREATE INDEX `TicketsByStatus` ON `Ticket` (`status`) STORING (`body`, `at`);

CREATE UNIQUE NULL_FILTERED INDEX `TicketsByCode` ON `Ticket` (`code`);

CREATE UNIQUE NULL_FILTERED INDEX `TicketsByCodeAndNumber` ON `Ticket` (`code`, `number` DESC);

CREATE UNIQUE INDEX `TicketsByNumber` ON `Ticket` (`number`);

CREATE NULL_FILTERED INDEX `TicketsByNote` ON `Ticket` (`note`, `code`);

CREATE INDEX `TicketsByTime` ON `Ticket` (`shard`, `at` DESC);

CREATE INDEX `TicketsOfTenantByTime` ON `Ticket` (`tenant`, `at` DESC) STORING (`status`), INTERLEAVE IN `Tenant`;

CREATE INDEX `TicketsOfTicket` ON `Ticket` (`tenant`, `id`, `at`), INTERLEAVE IN `Ticket`;

CREATE INDEX `TicketsByLower` ON `Ticket` (`lower`);

-- allow_hotspot on TicketsByRawTime: support opens ten tickets a day
CREATE INDEX `TicketsByRawTime` ON `Ticket` (`at`);
