DROP INDEX "follows_following";--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "has_written" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "opened_by" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("account_id") WHERE unread > 0;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE not read;--> statement-breakpoint
CREATE INDEX "notifications_ref" ON "notifications" USING btree ("user_id","ref_id");--> statement-breakpoint
CREATE INDEX "follows_following" ON "follows" USING btree ("following_id","created_at");