-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "Tenant" (
  "tenant" varchar(64) NOT NULL,
  PRIMARY KEY ("tenant")
);

CREATE TABLE "Ticket" (
  "tenant" varchar(64) NOT NULL,
  "id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "status" text NOT NULL,
  "code" varchar(10),
  "note" varchar(10),
  "number" bigint NOT NULL,
  "body" jsonb NOT NULL,
  "at" timestamptz NOT NULL,
  "shard" bigint NOT NULL GENERATED ALWAYS AS (spanner.farm_fingerprint("id") & 15) STORED,
  "lower" varchar(10) GENERATED ALWAYS AS (LOWER("code")) STORED,
  PRIMARY KEY ("tenant", "id")
) INTERLEAVE IN PARENT "Tenant" ON DELETE NO ACTION;

CREATE INDEX "TicketsByStatus" ON "Ticket" ("status") INCLUDE ("body", "at");

CREATE UNIQUE INDEX "TicketsByCode" ON "Ticket" ("code") WHERE "code" IS NOT NULL;

CREATE UNIQUE INDEX "TicketsByCodeAndNumber" ON "Ticket" ("code", "number" DESC) WHERE "code" IS NOT NULL;

CREATE UNIQUE INDEX "TicketsByNumber" ON "Ticket" ("number");

CREATE INDEX "TicketsByNote" ON "Ticket" ("note", "code") WHERE "note" IS NOT NULL AND "code" IS NOT NULL;

CREATE INDEX "TicketsByTime" ON "Ticket" ("shard", "at" DESC);

CREATE INDEX "TicketsOfTenantByTime" ON "Ticket" ("tenant", "at" DESC) INCLUDE ("status") INTERLEAVE IN "Tenant";

CREATE INDEX "TicketsOfTicket" ON "Ticket" ("tenant", "id", "at") INTERLEAVE IN "Ticket";

CREATE INDEX "TicketsByLower" ON "Ticket" ("lower");

-- allow_hotspot on TicketsByRawTime: support opens ten tickets a day
CREATE INDEX "TicketsByRawTime" ON "Ticket" ("at");
