CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"variants" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_words_begin" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_variants" ON "search_words" USING gin ("variants");--> statement-breakpoint
CREATE INDEX "search_keywords_updated" ON "search_keywords" USING btree ("updated_at");--> statement-breakpoint
-- How search compares texts: without case and accents. An operator's database may have no unaccent, or refuse it to this role:
-- then accents are taken off by what Unicode says of each letter, which leaves ø, ł and ß alone.
DO $$
DECLARE
  home text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS unaccent;
  EXCEPTION
    WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
      RAISE NOTICE 'unaccent is not available: search takes accents off by Unicode alone.';
  END;
  SELECT quote_ident(n.nspname) INTO home
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent';
  -- Immutable as long as nobody edits the rules of the dictionary; its schema is named, so that a restored dump finds it.
  EXECUTE format(
    'CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
    CASE WHEN home IS NULL
      THEN $f$SELECT lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036F]', '', 'g'))$f$
      ELSE format('SELECT lower(%s.unaccent(%L::regdictionary, words))', home, home || '.unaccent')
    END);
END
$$;--> statement-breakpoint
-- A word, and what is left of it when any one letter falls out.
CREATE FUNCTION search_variants(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT left(word, n) || substr(word, n + 2)) FROM generate_series(0, length(word)) n
$$;--> statement-breakpoint
-- What search reads. Only the database knows these columns: nothing writes them, and nothing else reads them.
ALTER TABLE "items"
  ADD COLUMN "head_words" text GENERATED ALWAYS AS (search_fold("title" || ' ' || "tagline")) STORED,
  ADD COLUMN "text_words" text GENERATED ALWAYS AS (search_fold("text")) STORED;--> statement-breakpoint
ALTER TABLE "accounts"
  ADD COLUMN "name_words" text GENERATED ALWAYS AS (search_fold("name" || ' ' || coalesce("username", ''))) STORED;--> statement-breakpoint
ALTER TABLE "performers"
  ADD COLUMN "headline_words" text GENERATED ALWAYS AS (search_fold("headline")) STORED,
  ADD COLUMN "page_words" text GENERATED ALWAYS AS (search_fold("headline" || ' ' || "bio")) STORED;--> statement-breakpoint
DROP INDEX IF EXISTS "accounts_words", "performers_words", "items_words";--> statement-breakpoint
ANALYZE "items", "accounts", "performers";--> statement-breakpoint
-- Words anywhere in a text, looked up by their trigrams. Without pg_trgm search reads every row, until whoever administers the
-- database runs this block.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS "items_words" ON "items" USING gin ("head_words" gin_trgm_ops, "text_words" gin_trgm_ops);
  CREATE INDEX IF NOT EXISTS "accounts_words" ON "accounts" USING gin ("name_words" gin_trgm_ops) WHERE "kind" = 'performer';
  CREATE INDEX IF NOT EXISTS "performers_words" ON "performers" USING gin ("page_words" gin_trgm_ops);
  CREATE INDEX IF NOT EXISTS "search_keywords_words" ON "search_keywords" USING gin ("keyword" gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE NOTICE 'pg_trgm is not available: search works, but reads every row.';
END
$$;
