-- Until now every site counted in US dollars; a database without accounts is asked at its first start.
INSERT INTO "settings" ("key", "value") SELECT 'currency', '"USD"' WHERE EXISTS (SELECT 1 FROM "accounts") ON CONFLICT DO NOTHING;
