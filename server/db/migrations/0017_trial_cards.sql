CREATE TABLE "trial_cards" (
	"card_hash" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "trial_cards_transaction" ON "trial_cards" USING btree ("transaction_id");