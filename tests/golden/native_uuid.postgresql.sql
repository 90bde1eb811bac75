-- PostgreSQL schema, written by spanner-keys: change the structs, not this file

CREATE TABLE "NativeUuid" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "other" uuid,
  PRIMARY KEY ("id")
);
