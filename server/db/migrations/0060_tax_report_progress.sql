CREATE TABLE "tax_report_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"reported_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_report_progress_single" CHECK ("tax_report_progress"."id" = 1)
);
