-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE SCHEMA "bank";

CREATE SEQUENCE "bank"."AccountSeq" BIT_REVERSED_POSITIVE;

CREATE TABLE "Accounts" (
  "id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "account" bigint NOT NULL,
  PRIMARY KEY ("id")
);

CREATE TABLE "bank"."Accounts" (
  "id" bigint NOT NULL DEFAULT nextval('bank.AccountSeq'),
  "owner" varchar(64) NOT NULL,
  "note" text,
  CONSTRAINT "bank_Accounts_owner_ck" CHECK ("owner" != ''),
  PRIMARY KEY ("id")
);

CREATE INDEX "AccountsByOwner" ON "bank"."Accounts" ("owner") INCLUDE ("note");

CREATE TABLE "bank"."Bookings" (
  "id" bigint NOT NULL,
  "number" bigint NOT NULL,
  "shard" bigint NOT NULL GENERATED ALWAYS AS (mod(spanner.farm_fingerprint("number"::text) & 9223372036854775807, 7)) STORED,
  PRIMARY KEY ("id", "number")
) INTERLEAVE IN PARENT "bank"."Accounts" ON DELETE CASCADE;

ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_account_fk" FOREIGN KEY ("account") REFERENCES "bank"."Accounts" ("id") ON DELETE NO ACTION;

ALTER TABLE "bank"."Bookings" ADD CONSTRAINT "bank_Bookings_id_fk" FOREIGN KEY ("id") REFERENCES "bank"."Accounts" ("id") ON DELETE NO ACTION;
