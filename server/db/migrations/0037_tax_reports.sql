CREATE TABLE "tax_reports" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"gateway_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tax_reports" ADD CONSTRAINT "tax_reports_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;