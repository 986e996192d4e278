CREATE TABLE "gateway_events" (
	"id" text PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_recipients" (
	"performer_id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"has_details" boolean DEFAULT false NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"recipient" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "setup_secret" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "is_new_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_requests" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_recipients" ADD CONSTRAINT "payout_recipients_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_events_open" ON "gateway_events" USING btree ("received_at") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "gateway_events_handled" ON "gateway_events" USING btree ("handled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_recipients_recipient" ON "payout_recipients" USING btree ("recipient");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_transfers_key" ON "sandbox_transfers" USING btree ("key");