CREATE TABLE "payout_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"performer_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"account_type" text NOT NULL,
	"account_info" jsonb NOT NULL,
	"request_note" text DEFAULT '' NOT NULL,
	"admin_note" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reason_code" text,
	"payout_id" text,
	"decided_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_requests_amount" CHECK ("payout_requests"."amount" > "payout_requests"."fee" and "payout_requests"."fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "payout_account_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_requests" ADD CONSTRAINT "payout_requests_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_requests_performer" ON "payout_requests" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "payout_requests_status" ON "payout_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_requests_pending" ON "payout_requests" USING btree ("performer_id") WHERE status = 'pending';