-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "Users" (
  "UserId" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "UserName" varchar(100) NOT NULL,
  "EMailAddress" varchar(320) NOT NULL,
  "EmailLower" varchar(320) NOT NULL GENERATED ALWAYS AS (LOWER("EMailAddress")) STORED,
  "EmailUpper" text GENERATED ALWAYS AS (UPPER("EMailAddress")) VIRTUAL,
  "Age" bigint NOT NULL DEFAULT (18),
  "Note" text NOT NULL DEFAULT ('it is {new}; -- really'),
  "CreatedAt" timestamptz NOT NULL DEFAULT (now()),
  "UpdatedAt" spanner.commit_timestamp NOT NULL,
  "SeenAt" spanner.commit_timestamp,
  "ExpiresAt" timestamptz,
  CONSTRAINT "Users_Age_ck" CHECK ("Age" >= 0 AND "Age" < 200),
  CONSTRAINT "Users_email_is_no_name" CHECK ("EMailAddress" != "UserName"),
  CONSTRAINT "Users_UserName_ck" CHECK (length("UserName") > 0),
  CONSTRAINT "Users_Note_ck" CHECK ("Note" != '{}'),
  PRIMARY KEY ("UserId")
) TTL INTERVAL '30 days' ON "ExpiresAt";

CREATE TABLE "Expiring" (
  "id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "at" timestamptz NOT NULL,
  PRIMARY KEY ("id")
) TTL INTERVAL '0 days' ON "at";

CREATE TABLE "Choice" (
  "id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "color" text NOT NULL,
  "level" bigint,
  "quoted" text NOT NULL,
  CONSTRAINT "Choice_color_values" CHECK ("color" IN ('Red', 'Green')),
  CONSTRAINT "Choice_level_values" CHECK ("level" IN (1, 2)),
  CONSTRAINT "Choice_quoted_values" CHECK ("quoted" IN ('it''s', 'a\b "c" `d`', 'café {}
')),
  PRIMARY KEY ("id")
);
