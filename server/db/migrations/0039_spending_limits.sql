CREATE TABLE "spending_limits" (
	"user_id" text PRIMARY KEY NOT NULL,
	"amount" bigint,
	"next_from" timestamp (3) with time zone,
	"next_amount" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spending_limits_positive" CHECK ("spending_limits"."amount" > 0 and "spending_limits"."next_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "platform_subscriptions" ADD COLUMN "next_price" bigint;--> statement-breakpoint
ALTER TABLE "platform_subscriptions" ADD COLUMN "next_price_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_price" bigint;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_price_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "spending_limits" ADD CONSTRAINT "spending_limits_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;