CREATE TABLE "keyword_searchers" (
	"keyword_id" text NOT NULL,
	"searcher" text NOT NULL,
	"day" text NOT NULL,
	CONSTRAINT "keyword_searchers_keyword_id_searcher_pk" PRIMARY KEY("keyword_id","searcher")
);
--> statement-breakpoint
ALTER TABLE "search_keywords" ADD COLUMN "words" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "keyword_searchers" ADD CONSTRAINT "keyword_searchers_keyword_id_search_keywords_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."search_keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_searchers_day" ON "keyword_searchers" USING btree ("day");