CREATE TABLE "gateway_events" (
	"id" text PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "setup_secret" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "is_new_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "gateway_events_open" ON "gateway_events" USING btree ("received_at") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "gateway_events_handled" ON "gateway_events" USING btree ("handled_at");