ALTER TABLE "accounts" ADD COLUMN "age_declared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "card_label" jsonb;