ALTER TABLE "conversation_members" ADD COLUMN "muted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "earnings_fan" ON "earnings" USING btree ("performer_id","user_id");--> statement-breakpoint
CREATE INDEX "earnings_source" ON "earnings" USING btree ("performer_id","source_id");