CREATE TABLE "guess_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"locks" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_proofs" (
	"hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"verifier_hash" text,
	"identity" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_twitter_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"callback_url" text NOT NULL,
	"verifier_hash" text,
	"identity" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_steps" (
	"account_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"locks" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "accounts_phone";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "verified_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "twitter_label" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "google_label" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "two_step_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "document_hash" text;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_steps" ADD CONSTRAINT "two_steps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guess_counters_ends" ON "guess_counters" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "phone_codes_phone" ON "phone_codes" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_address" ON "phone_codes" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_created" ON "phone_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_proofs_expires" ON "provider_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_hash" ON "recovery_codes" USING btree ("account_id","code_hash");--> statement-breakpoint
CREATE INDEX "sandbox_twitter_tokens_expires" ON "sandbox_twitter_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_verified_phone" ON "accounts" USING btree ("phone") WHERE verified_phone;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_google" ON "accounts" USING btree ("google_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_twitter" ON "accounts" USING btree ("twitter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_document" ON "accounts" USING btree ("document_hash");