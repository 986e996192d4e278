ALTER TABLE "accounts" ADD COLUMN "is_without_form" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Accounts whose making was not stored: those that owed their age before still do, and no others.
UPDATE "accounts" SET "is_without_form" = true WHERE "kind" = 'user' AND "age_declared_at" IS NULL AND "password_hash" IS NULL
  AND ("google_id" IS NOT NULL OR "twitter_id" IS NOT NULL OR "verified_phone");
