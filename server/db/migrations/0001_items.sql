-- Posts become items of the kind `feed`, with their ids: everything that names one by its id stays as it is.
CREATE TABLE "feed_posts" (
	"id" text PRIMARY KEY NOT NULL,
	"poll_description" text DEFAULT '' NOT NULL,
	"poll_expired_at" timestamp (3) with time zone,
	"streaming_scheduled" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "item_files" (
	"item_id" text NOT NULL,
	"file_id" text NOT NULL,
	"role" text DEFAULT 'content' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "item_files_item_id_file_id_role_pk" PRIMARY KEY("item_id","file_id","role")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"performer_id" text NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"tagline" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"audience" text DEFAULT 'subscribers' NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"has_poll" boolean DEFAULT false NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"pinned_at" timestamp (3) with time zone,
	"is_scheduled" boolean DEFAULT false NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"total_like" integer DEFAULT 0 NOT NULL,
	"total_comment" integer DEFAULT 0 NOT NULL,
	"total_bookmark" integer DEFAULT 0 NOT NULL,
	"total_view" integer DEFAULT 0 NOT NULL,
	"total_vote" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_price" CHECK ((audience = 'sale') = (price > 0))
);
--> statement-breakpoint
INSERT INTO "items" ("id", "kind", "performer_id", "type", "title", "slug", "text", "tagline", "audience", "price", "status",
	"has_poll", "is_pinned", "pinned_at", "is_scheduled", "publish_at", "published_at", "total_like", "total_comment",
	"total_bookmark", "total_vote", "deleted_at", "created_at", "updated_at")
SELECT f."id", 'feed', f."performer_id", f."type", f."title", f."slug", f."text", f."tagline",
	CASE WHEN f."is_sale" AND f."price" > 0 THEN 'sale' WHEN f."is_sale" THEN 'public' WHEN f."is_free" THEN 'members'
		ELSE 'subscribers' END,
	CASE WHEN f."is_sale" AND f."price" > 0 THEN f."price" ELSE 0 END,
	f."status", f."has_poll", f."is_pinned", f."pinned_at", f."is_schedule", f."schedule_at", f."published_at",
	f."total_like", f."total_comment", coalesce(b."total", 0), f."total_vote", f."deleted_at", f."created_at", f."updated_at"
FROM "feeds" f LEFT JOIN (
	SELECT "object_id", count(*)::int AS "total" FROM "reactions"
	WHERE "object_type" = 'feed' AND "action" = 'bookmark' GROUP BY 1
) b ON b."object_id" = f."id";--> statement-breakpoint
INSERT INTO "feed_posts" ("id", "poll_description", "poll_expired_at", "streaming_scheduled")
SELECT "id", "poll_description", "poll_expired_at", "streaming_scheduled" FROM "feeds";--> statement-breakpoint
INSERT INTO "item_files" ("item_id", "file_id", "role", "position")
SELECT "feed_id", "file_id", 'content', "position" FROM "feed_files"
UNION ALL SELECT f."id", f."thumbnail_id", 'thumbnail', 0 FROM "feeds" f JOIN "files" x ON x."id" = f."thumbnail_id"
UNION ALL SELECT f."id", f."teaser_id", 'teaser', 0 FROM "feeds" f JOIN "files" x ON x."id" = f."teaser_id";--> statement-breakpoint
ALTER TABLE "polls" DROP CONSTRAINT "polls_feed_id_feeds_id_fk";--> statement-breakpoint
ALTER TABLE "votes" DROP CONSTRAINT "votes_feed_id_feeds_id_fk";--> statement-breakpoint
DROP TABLE "feed_files";--> statement-breakpoint
DROP TABLE "feeds";--> statement-breakpoint
ALTER TABLE "feed_posts" ADD CONSTRAINT "feed_posts_id_items_id_fk" FOREIGN KEY ("id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_files" ADD CONSTRAINT "item_files_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_files" ADD CONSTRAINT "item_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_files_file" ON "item_files" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "item_files_one" ON "item_files" USING btree ("item_id","role") WHERE role <> 'content';--> statement-breakpoint
CREATE UNIQUE INDEX "items_slug" ON "items" USING btree ("kind","slug");--> statement-breakpoint
CREATE INDEX "items_published" ON "items" USING btree ("kind","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "items_type_published" ON "items" USING btree ("kind","type","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "items_poll_published" ON "items" USING btree ("kind","published_at","id") WHERE status = 'active' and has_poll;--> statement-breakpoint
CREATE INDEX "items_performer_published" ON "items" USING btree ("performer_id","kind","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "items_performer_pinned" ON "items" USING btree ("performer_id","kind","is_pinned","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "items_performer_open" ON "items" USING btree ("performer_id","kind","published_at","id") WHERE status = 'active' and audience in ('public', 'members');--> statement-breakpoint
CREATE INDEX "items_performer_updated" ON "items" USING btree ("performer_id","kind","updated_at");--> statement-breakpoint
CREATE INDEX "items_scheduled" ON "items" USING btree ("publish_at") WHERE is_scheduled;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_feed_id_feed_posts_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feed_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_feed_id_feed_posts_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feed_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ANALYZE "items", "item_files", "feed_posts";--> statement-breakpoint
-- Words anywhere in a text, looked up by their trigrams: all of these indexes again, since the one of posts went with their
-- table. An operator's database may have no pg_trgm, or refuse it to this role: search then reads every row, and whoever
-- administers the database can run this block later.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS "accounts_words" ON "accounts" USING gin (lower("name" || ' ' || coalesce("username", '')) gin_trgm_ops) WHERE "kind" = 'performer';
  CREATE INDEX IF NOT EXISTS "performers_words" ON "performers" USING gin (lower("headline" || ' ' || "bio") gin_trgm_ops);
  CREATE INDEX IF NOT EXISTS "items_words" ON "items" USING gin ("title" gin_trgm_ops, "tagline" gin_trgm_ops, "text" gin_trgm_ops);
  CREATE INDEX IF NOT EXISTS "search_keywords_words" ON "search_keywords" USING gin ("keyword" gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE NOTICE 'pg_trgm is not available: search works, but reads every row.';
END
$$;
