CREATE TABLE "broken_sales" (
	"target" text NOT NULL,
	"target_id" text NOT NULL,
	"bought_from" timestamp (3) with time zone,
	"bought_until" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broken_sales_target_target_id_pk" PRIMARY KEY("target","target_id")
);
--> statement-breakpoint
CREATE INDEX "broken_sales_due" ON "broken_sales" USING btree ("due_at");--> statement-breakpoint
-- What was sold before its files were ready, and broke: its creators have as long as everybody else.
INSERT INTO "broken_sales" ("target", "target_id", "bought_from", "bought_until", "due_at")
SELECT p.target, p.target_id, min(f.created_at), now(), now() + interval '72 hours'
FROM (
  SELECT i.kind AS target, i.id, h.file_id FROM item_files h JOIN items i ON i.id = h.item_id WHERE h.role = 'content'
  UNION SELECT 'gallery', i.parent_id, h.file_id FROM item_files h JOIN items i ON i.id = h.item_id
    WHERE h.role = 'content' AND i.parent_id IS NOT NULL
  UNION SELECT 'message', message_id, file_id FROM message_files
) held
JOIN files f ON f.id = held.file_id AND f.status = 'error'
JOIN purchases p ON p.target = held.target AND p.target_id = held.id
  AND p.created_at BETWEEN f.created_at AND f.updated_at
GROUP BY p.target, p.target_id;
