CREATE TABLE "item_views" (
	"item_id" text NOT NULL,
	"viewer" text NOT NULL,
	"day" text NOT NULL,
	CONSTRAINT "item_views_item_id_viewer_day_pk" PRIMARY KEY("item_id","viewer","day")
);
--> statement-breakpoint
ALTER TABLE "item_views" ADD CONSTRAINT "item_views_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_views_viewer" ON "item_views" USING btree ("viewer");