-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "Books" (
  "id" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "title" text NOT NULL,
  "words" spanner.tokenlist GENERATED ALWAYS AS (spanner.tokenize_fulltext("title")) STORED HIDDEN,
  "changed" timestamptz NOT NULL DEFAULT (now()) ON UPDATE (now()),
  PRIMARY KEY ("id")
);

CREATE TABLE "Notes" (
  "id" varchar(36) NOT NULL,
  "note" varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  "topic" text,
  "body" text NOT NULL LOCALITY GROUP "hot",
  PRIMARY KEY ("id", "note")
) LOCALITY GROUP "cold" COLUMNAR POLICY "enabled" INTERLEAVE IN "Books";

CREATE INDEX "NotesByTopic" ON "Notes" ("topic") INCLUDE ("body") LOCALITY GROUP "cold";

CREATE TABLE "Log" (
  "Line" text NOT NULL
);

CREATE CHANGE STREAM Everything FOR ALL;
