DROP INDEX "subscriptions_performer";--> statement-breakpoint
CREATE INDEX "subscriptions_performer" ON "subscriptions" USING btree ("performer_id","expired_at");--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "stat_subscriptions";