DROP INDEX "subscriptions_performer";--> statement-breakpoint
CREATE INDEX "subscriptions_performer" ON "subscriptions" USING btree ("performer_id","expired_at");--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "stat_subscriptions";--> statement-breakpoint
-- From here on `verify` compares counters with their rows; those of demo creators were made up.
UPDATE "performers" p SET
  "stat_followers" = (SELECT count(*) FROM "follows" f WHERE f."following_id" = p."id"),
  "stat_feeds" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'feed' AND i."status" = 'active'),
  "stat_photos" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'photo' AND i."status" = 'active'),
  "stat_videos" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'video' AND i."status" = 'active'),
  "stat_galleries" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'gallery' AND i."status" = 'active'),
  "stat_products" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'product' AND i."status" = 'active');
