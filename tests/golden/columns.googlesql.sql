-- GoogleSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE `Users` (
  `UserId` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `UserName` STRING(100) NOT NULL,
  `EMailAddress` STRING(320) NOT NULL,
  `EmailLower` STRING(320) NOT NULL AS (LOWER(`EMailAddress`)) STORED,
  `EmailUpper` STRING(MAX) AS (UPPER(`EMailAddress`)),
  `Age` INT64 NOT NULL DEFAULT (18),
  `Note` STRING(MAX) NOT NULL DEFAULT ('it is {new}; -- really'),
  `CreatedAt` TIMESTAMP NOT NULL DEFAULT (CURRENT_TIMESTAMP()),
  `UpdatedAt` TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  `SeenAt` TIMESTAMP OPTIONS (allow_commit_timestamp = true),
  `ExpiresAt` TIMESTAMP,
  CONSTRAINT `Users_Age_ck` CHECK (`Age` >= 0 AND `Age` < 200),
  CONSTRAINT `Users_email_is_no_name` CHECK (`EMailAddress` != `UserName`),
  CONSTRAINT `Users_UserName_ck` CHECK (CHAR_LENGTH(`UserName`) > 0),
  CONSTRAINT `Users_Note_ck` CHECK (`Note` != '{}')
) PRIMARY KEY (`UserId`),
  ROW DELETION POLICY (OLDER_THAN(`ExpiresAt`, INTERVAL 30 DAY));

CREATE TABLE `Expiring` (
  `id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `at` TIMESTAMP NOT NULL
) PRIMARY KEY (`id`),
  ROW DELETION POLICY (OLDER_THAN(`at`, INTERVAL 0 DAY));

CREATE TABLE `Choice` (
  `id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  `color` STRING(MAX) NOT NULL,
  `level` INT64,
  `quoted` STRING(MAX) NOT NULL,
  CONSTRAINT `Choice_color_values` CHECK (`color` IN ('Red', 'Green')),
  CONSTRAINT `Choice_level_values` CHECK (`level` IN (1, 2)),
  CONSTRAINT `Choice_quoted_values` CHECK (`quoted` IN ('it\'s', 'a\\b "c" `d`', 'café {}\u000a'))
) PRIMARY KEY (`id`);
