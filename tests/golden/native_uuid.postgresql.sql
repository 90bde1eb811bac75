-- PostgreSQL schema, written by spanner-keys 0.1.0: change the structs, not this file

CREATE TABLE "NativeUuid" (
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "other" uuid,
  PRIMARY KEY ("id")
);
