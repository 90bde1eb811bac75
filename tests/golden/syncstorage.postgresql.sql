-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "user_collections" (
  "fxa_uid" text NOT NULL,
  "fxa_kid" text NOT NULL,
  "collection_id" bigint NOT NULL,
  "modified" timestamptz NOT NULL,
  "count" bigint,
  "total_bytes" bigint,
  PRIMARY KEY ("fxa_uid", "fxa_kid", "collection_id")
);

CREATE TABLE "bsos" (
  "fxa_uid" text NOT NULL,
  "fxa_kid" text NOT NULL,
  "collection_id" bigint NOT NULL,
  "bso_id" text NOT NULL,
  "sortindex" bigint,
  "payload" text,
  "modified" timestamptz NOT NULL,
  "expiry" timestamptz NOT NULL,
  "payload_link" text,
  PRIMARY KEY ("fxa_uid", "fxa_kid", "collection_id", "bso_id")
) INTERLEAVE IN PARENT "user_collections" ON DELETE CASCADE TTL INTERVAL '0 days' ON "expiry";

-- allow_hotspot on collection_id: a handful of collections, written once when the service is set up
CREATE TABLE "collections" (
  "collection_id" bigint NOT NULL,
  "name" varchar(32) NOT NULL,
  PRIMARY KEY ("collection_id")
);

CREATE UNIQUE INDEX "CollectionName" ON "collections" ("name");

CREATE TABLE "batches" (
  "fxa_uid" text NOT NULL,
  "fxa_kid" text NOT NULL,
  "collection_id" bigint NOT NULL,
  "batch_id" text NOT NULL,
  "expiry" timestamptz NOT NULL,
  PRIMARY KEY ("fxa_uid", "fxa_kid", "collection_id", "batch_id")
) INTERLEAVE IN PARENT "user_collections" ON DELETE CASCADE TTL INTERVAL '0 days' ON "expiry";

CREATE TABLE "batch_bsos" (
  "fxa_uid" text NOT NULL,
  "fxa_kid" text NOT NULL,
  "collection_id" bigint NOT NULL,
  "batch_id" text NOT NULL,
  "batch_bso_id" text NOT NULL,
  "sortindex" bigint,
  "payload" text,
  "ttl" bigint,
  "payload_link" text,
  PRIMARY KEY ("fxa_uid", "fxa_kid", "collection_id", "batch_id", "batch_bso_id")
) INTERLEAVE IN PARENT "batches" ON DELETE CASCADE;
