DROP INDEX "feeds_published";--> statement-breakpoint
DROP INDEX "feeds_performer_published";--> statement-breakpoint
DROP INDEX "feeds_performer_updated";--> statement-breakpoint
DROP INDEX "files_status";--> statement-breakpoint
DROP INDEX "conversation_members_list";--> statement-breakpoint
DROP INDEX "earnings_performer";--> statement-breakpoint
DROP INDEX "payment_transactions_user";--> statement-breakpoint
DROP INDEX "wallet_charges_user";--> statement-breakpoint
DROP INDEX "wallet_charges_performer";--> statement-breakpoint
DROP INDEX "notifications_user";--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "tagline" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "has_poll" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "heartbeat_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "feeds_type_published" ON "feeds" USING btree ("type","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "feeds_poll_published" ON "feeds" USING btree ("published_at","id") WHERE status = 'active' and has_poll;--> statement-breakpoint
CREATE INDEX "feeds_published" ON "feeds" USING btree ("published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "feeds_performer_published" ON "feeds" USING btree ("performer_id","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "feeds_performer_updated" ON "feeds" USING btree ("performer_id","updated_at");--> statement-breakpoint
CREATE INDEX "files_status" ON "files" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE INDEX "conversation_members_list" ON "conversation_members" USING btree ("account_id","last_message_at");--> statement-breakpoint
CREATE INDEX "earnings_performer" ON "earnings" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_transactions_user" ON "payment_transactions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_charges_user" ON "wallet_charges" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "wallet_charges_performer" ON "wallet_charges" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at");