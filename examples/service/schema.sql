-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `tenants` (
  `tenant_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `name` STRING(200) NOT NULL,
  `most_open_tasks` INT64 NOT NULL,
  `created_at` TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)
) PRIMARY KEY (`tenant_id`);

CREATE TABLE `users` (
  `tenant_id` STRING(36) NOT NULL,
  `user_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `email` STRING(320) NOT NULL,
  `role` INT64 NOT NULL
) PRIMARY KEY (`tenant_id`, `user_id`),
  INTERLEAVE IN PARENT `tenants` ON DELETE CASCADE;

CREATE UNIQUE INDEX `users_by_email` ON `users` (`tenant_id`, `email`), INTERLEAVE IN `tenants`;

CREATE TABLE `projects` (
  `tenant_id` STRING(36) NOT NULL,
  `project_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `name` STRING(200) NOT NULL,
  `slug` STRING(50),
  `open_tasks` INT64 NOT NULL
) PRIMARY KEY (`tenant_id`, `project_id`),
  INTERLEAVE IN PARENT `tenants` ON DELETE CASCADE;

CREATE UNIQUE INDEX `projects_by_slug` ON `projects` (`tenant_id`, `slug`), INTERLEAVE IN `tenants`;

CREATE TABLE `tasks` (
  `tenant_id` STRING(36) NOT NULL,
  `project_id` STRING(36) NOT NULL,
  `task_id` STRING(36) NOT NULL,
  `title` STRING(500) NOT NULL,
  `status` STRING(MAX) NOT NULL,
  `assignee` STRING(36),
  `steps` JSON NOT NULL,
  `priority` INT64 NOT NULL DEFAULT (3),
  `due` DATE,
  CONSTRAINT `tasks_status_values` CHECK (`status` IN ('open', 'in_review', 'done'))
) PRIMARY KEY (`tenant_id`, `project_id`, `task_id`),
  INTERLEAVE IN PARENT `projects` ON DELETE CASCADE;

CREATE NULL_FILTERED INDEX `tasks_by_due` ON `tasks` (`tenant_id`, `due`), INTERLEAVE IN `tenants`;

CREATE TABLE `comments` (
  `tenant_id` STRING(36) NOT NULL,
  `project_id` STRING(36) NOT NULL,
  `task_id` STRING(36) NOT NULL,
  `number` INT64 NOT NULL,
  `author` STRING(36) NOT NULL,
  `text` STRING(MAX) NOT NULL
) PRIMARY KEY (`tenant_id`, `project_id`, `task_id`, `number`),
  INTERLEAVE IN PARENT `tasks` ON DELETE CASCADE;

CREATE TABLE `audit_log` (
  `tenant_id` STRING(36) NOT NULL,
  `shard` INT64 NOT NULL AS (FARM_FINGERPRINT(`entry_id`) & 3) STORED,
  `entry_id` BYTES(16) NOT NULL,
  `actor` STRING(36) NOT NULL,
  `action` STRING(MAX) NOT NULL,
  `at` TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true)
) PRIMARY KEY (`tenant_id`, `shard`, `entry_id`),
  INTERLEAVE IN PARENT `tenants` ON DELETE CASCADE,
  ROW DELETION POLICY (OLDER_THAN(`at`, INTERVAL 400 DAY));

CREATE TABLE `outbox` (
  `shard` INT64 NOT NULL AS (FARM_FINGERPRINT(`message_id`) & 7) STORED,
  `message_id` STRING(26) NOT NULL,
  `event` JSON NOT NULL
) PRIMARY KEY (`shard`, `message_id`);

CREATE TABLE `api_keys` (
  `hash` BYTES(32) NOT NULL,
  `tenant_id` STRING(36) NOT NULL,
  `user_id` STRING(36) NOT NULL,
  `last_used` DATE
) PRIMARY KEY (`hash`);

CREATE TABLE `invoices` (
  `tenant_id` STRING(36) NOT NULL,
  `number` INT64 NOT NULL,
  `total` NUMERIC NOT NULL,
  `is_paid` BOOL NOT NULL
) PRIMARY KEY (`tenant_id`, `number`),
  INTERLEAVE IN PARENT `tenants` ON DELETE NO ACTION;

CREATE TABLE `attachments` (
  `id_high` INT64 NOT NULL,
  `id_low` INT64 NOT NULL,
  `tenant_id` STRING(36) NOT NULL,
  `task_id` STRING(36) NOT NULL,
  `file_name` STRING(255) NOT NULL,
  `content` BYTES(MAX) NOT NULL
) PRIMARY KEY (`id_high`, `id_low`);

CREATE INDEX `attachments_by_task` ON `attachments` (`task_id`);

ALTER TABLE `api_keys` ADD CONSTRAINT `api_keys_tenant_id_fk` FOREIGN KEY (`tenant_id`) REFERENCES `tenants` (`tenant_id`) ON DELETE NO ACTION;
