CREATE TABLE "reconciliations" (
	"day" date PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"movements" integer NOT NULL,
	"fees" bigint DEFAULT 0 NOT NULL,
	"differences" jsonb NOT NULL
);
