-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE SEQUENCE "By" BIT_REVERSED_POSITIVE;

CREATE TABLE "Select" (
  "where" varchar(10) NOT NULL,
  "order" bigint NOT NULL DEFAULT nextval('By'),
  "type" text NOT NULL,
  "group" varchar(10) NOT NULL,
  "limit" bigint NOT NULL,
  "user" bigint NOT NULL GENERATED ALWAYS AS ("limit" + 1) STORED,
  "all" bigint NOT NULL GENERATED ALWAYS AS (spanner.farm_fingerprint("ttl") & 3) STORED,
  "ttl" text NOT NULL,
  CONSTRAINT "Check" CHECK ("order" > "limit" AND "type" != "group"),
  PRIMARY KEY ("where", "order")
);

CREATE INDEX "From" ON "Select" ("where", "order" DESC) INCLUDE ("type");

ALTER TABLE "Select" ADD CONSTRAINT "Select_group_fk" FOREIGN KEY ("group") REFERENCES "Select" ("where") ON DELETE NO ACTION;
