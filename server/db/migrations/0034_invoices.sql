CREATE TABLE "invoices" (
	"transfer_id" text PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"subject_id" text NOT NULL,
	"seller" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_positive" CHECK ("invoices"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "tax_rate" double precision;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("series","year","number");--> statement-breakpoint
CREATE INDEX "invoices_subject" ON "invoices" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_age" ON "ledger_transfers" USING btree ("created_at");