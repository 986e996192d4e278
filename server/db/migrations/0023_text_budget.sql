ALTER TABLE "phone_codes" ADD COLUMN "is_sent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD COLUMN "is_alert" boolean DEFAULT false NOT NULL;