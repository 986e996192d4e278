CREATE TABLE "confirmation_codes" (
	"account_id" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"size" bigint,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "deletion_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "hides_from_search" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "shows_presence" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "sends_receipts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "messages_from" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "mail_preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "id_verification_status" text;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "document_verification_status" text;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "rejection_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "previous_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "mailed_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "confirmation_codes" ADD CONSTRAINT "confirmation_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_account" ON "data_exports" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_pending" ON "data_exports" USING btree ("account_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "former_usernames_account" ON "former_usernames" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "accounts_deletion" ON "accounts" USING btree ("deletion_at") WHERE status = 'closing';--> statement-breakpoint
CREATE INDEX "sessions_previous" ON "sessions" USING btree ("previous_hash") WHERE previous_hash is not null;--> statement-breakpoint
CREATE INDEX "conversation_members_unmailed" ON "conversation_members" USING btree ("last_message_at") WHERE unread > 0 and mailed_sequence <= last_read_sequence;--> statement-breakpoint
CREATE INDEX "notifications_unmailed" ON "notifications" USING btree ("created_at") WHERE mailed_at is null;--> statement-breakpoint
UPDATE "sessions" SET "proved_at" = "created_at";--> statement-breakpoint
-- What happened before mails told of it stays untold.
UPDATE "notifications" SET "mailed_at" = now();--> statement-breakpoint
UPDATE "conversation_members" SET "mailed_sequence" = "last_read_sequence" + 1 WHERE "unread" > 0;
