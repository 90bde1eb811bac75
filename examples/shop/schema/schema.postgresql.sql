-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "Customers" (
  "customer_id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "name" varchar(256) NOT NULL,
  "email" varchar(320) NOT NULL,
  "email_lower" varchar(320) NOT NULL GENERATED ALWAYS AS (LOWER("email")) STORED,
  PRIMARY KEY ("customer_id")
);

CREATE TABLE "Orders" (
  "customer_id" varchar(36) NOT NULL,
  "order_id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "placed_at" spanner.commit_timestamp NOT NULL,
  PRIMARY KEY ("customer_id", "order_id")
) INTERLEAVE IN PARENT "Customers" ON DELETE CASCADE;

CREATE TABLE "Payments" (
  "shard" bigint NOT NULL GENERATED ALWAYS AS (spanner.farm_fingerprint("payment_id") & 15) STORED,
  "payment_id" varchar(26) NOT NULL,
  "amount" bigint NOT NULL,
  "day" timestamptz NOT NULL,
  PRIMARY KEY ("shard", "payment_id")
);

-- allow_hotspot on PaymentsByDay: a few hundred payments a day
CREATE INDEX "PaymentsByDay" ON "Payments" ("day");
