-- Apostrophes fall out of the words that search compares, so that "dont" finds "don't" and "lamour" finds "l'amour". The
-- stored words are made again: tables with many rows take a while.
ALTER TABLE "items" DROP COLUMN "head_words", DROP COLUMN "text_words";--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "name_words";--> statement-breakpoint
ALTER TABLE "performers" DROP COLUMN "headline_words", DROP COLUMN "page_words";--> statement-breakpoint
DO $$
DECLARE
  home text;
BEGIN
  SELECT quote_ident(n.nspname) INTO home
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent';
  -- Immutable as long as nobody edits the rules of the dictionary; its schema is named, so that a restored dump finds it.
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
    CASE WHEN home IS NULL
      THEN $f$SELECT translate(lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036F]', '', 'g')), '''’ʼ`´', '')$f$
      ELSE format('SELECT translate(lower(%s.unaccent(%L::regdictionary, words)), %L, '''')', home, home || '.unaccent', '''’ʼ`´')
    END);
END
$$;--> statement-breakpoint
ALTER TABLE "items"
  ADD COLUMN "head_words" text GENERATED ALWAYS AS (search_fold("title" || ' ' || "tagline")) STORED,
  ADD COLUMN "text_words" text GENERATED ALWAYS AS (search_fold("text")) STORED;--> statement-breakpoint
ALTER TABLE "accounts"
  ADD COLUMN "name_words" text GENERATED ALWAYS AS (search_fold("name" || ' ' || coalesce("username", ''))) STORED;--> statement-breakpoint
ALTER TABLE "performers"
  ADD COLUMN "headline_words" text GENERATED ALWAYS AS (search_fold("headline")) STORED,
  ADD COLUMN "page_words" text GENERATED ALWAYS AS (search_fold("headline" || ' ' || "bio")) STORED;--> statement-breakpoint
ANALYZE "items", "accounts", "performers";--> statement-breakpoint
-- Without pg_trgm search reads every row, until an administrator of the database installs it and runs this block.
DO $$
BEGIN
  CREATE INDEX IF NOT EXISTS "items_words" ON "items" USING gin ("head_words" gin_trgm_ops, "text_words" gin_trgm_ops);
  CREATE INDEX IF NOT EXISTS "accounts_words" ON "accounts" USING gin ("name_words" gin_trgm_ops) WHERE "kind" = 'performer';
  CREATE INDEX IF NOT EXISTS "performers_words" ON "performers" USING gin ("page_words" gin_trgm_ops);
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm is not available: search works, but reads every row.';
END
$$;
