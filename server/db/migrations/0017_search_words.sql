-- Words anywhere in a text, looked up by their trigrams. An operator's database may have no pg_trgm, or refuse it to this
-- role: search then reads every row, as it did before, and whoever administers the database can run this block later.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "accounts_words" ON "accounts" USING gin (lower("name" || ' ' || coalesce("username", '')) gin_trgm_ops) WHERE "kind" = 'performer';
  CREATE INDEX "performers_words" ON "performers" USING gin (lower("headline" || ' ' || "bio") gin_trgm_ops);
  CREATE INDEX "feeds_words" ON "feeds" USING gin ("title" gin_trgm_ops, "tagline" gin_trgm_ops, "text" gin_trgm_ops);
  CREATE INDEX "search_keywords_words" ON "search_keywords" USING gin ("keyword" gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE NOTICE 'pg_trgm is not available: search works, but reads every row.';
END
$$;
