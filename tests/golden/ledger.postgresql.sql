-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "Customers" (
  "customer_id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "name" varchar(256) NOT NULL,
  "email" text,
  PRIMARY KEY ("customer_id")
);

CREATE TABLE "Orders" (
  "customer_id" varchar(36) NOT NULL,
  "order_id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "status" text NOT NULL,
  "total" numeric NOT NULL,
  "placed_at" spanner.commit_timestamp NOT NULL,
  PRIMARY KEY ("customer_id", "order_id")
) INTERLEAVE IN PARENT "Customers" ON DELETE CASCADE;

CREATE INDEX "OrdersByStatus" ON "Orders" ("customer_id", "status", "placed_at" DESC) INCLUDE ("total") INTERLEAVE IN "Customers";

CREATE TABLE "Transactions" (
  "shard_id" bigint NOT NULL GENERATED ALWAYS AS (spanner.farm_fingerprint("txn_id") & 15) STORED,
  "txn_id" varchar(26) NOT NULL,
  "amount" numeric NOT NULL,
  PRIMARY KEY ("shard_id", "txn_id")
);
