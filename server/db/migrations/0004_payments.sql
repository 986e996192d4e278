CREATE TABLE "sandbox_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"card" text NOT NULL,
	"status" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"client_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "payment_transactions_status";--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "tax_location" jsonb;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "card_token" text;--> statement-breakpoint
ALTER TABLE "platform_subscriptions" ADD COLUMN "start_recurring_date" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_subscriptions" ADD COLUMN "tax_location" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "tax_location" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payments_key" ON "sandbox_payments" USING btree ("key");--> statement-breakpoint
CREATE INDEX "sandbox_payments_card" ON "sandbox_payments" USING btree ("card");--> statement-breakpoint
CREATE INDEX "payment_transactions_open" ON "payment_transactions" USING btree ("updated_at") WHERE status in ('processing', 'require_authentication');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_transactions_open_subscription" ON "payment_transactions" USING btree ("user_id","target",coalesce(target_id, '')) WHERE status in ('processing', 'require_authentication') and target <> 'token_package';--> statement-breakpoint
CREATE INDEX "platform_subscriptions_renewal" ON "platform_subscriptions" USING btree ("next_recurring_date");