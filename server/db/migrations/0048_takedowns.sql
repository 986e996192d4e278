CREATE TABLE "takedowns" (
	"id" text PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"target_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"status_before" text DEFAULT '' NOT NULL,
	"rule" text NOT NULL,
	"reason" text NOT NULL,
	"decided_by" text NOT NULL,
	"state" text DEFAULT 'standing' NOT NULL,
	"appeal" text DEFAULT '' NOT NULL,
	"appealed_at" timestamp (3) with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "answer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "takedown_id" text;--> statement-breakpoint
ALTER TABLE "takedowns" ADD CONSTRAINT "takedowns_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "takedowns_once" ON "takedowns" USING btree ("target","target_id") WHERE state <> 'restored';--> statement-breakpoint
CREATE INDEX "takedowns_target" ON "takedowns" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "takedowns_owner" ON "takedowns" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "takedowns_appeals" ON "takedowns" USING btree ("state","appealed_at");--> statement-breakpoint
CREATE INDEX "takedowns_decider" ON "takedowns" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "takedowns_answerer" ON "takedowns" USING btree ("answered_by") WHERE answered_by is not null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_takedown_id_takedowns_id_fk" FOREIGN KEY ("takedown_id") REFERENCES "public"."takedowns"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_target" ON "reports" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "reports_performer" ON "reports" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "reports_status" ON "reports" USING btree ("status","opened_at","id");--> statement-breakpoint
CREATE INDEX "reports_decider" ON "reports" USING btree ("decided_by") WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX "reports_takedown" ON "reports" USING btree ("takedown_id") WHERE takedown_id is not null;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_taken_down" CHECK (taken_down_at is null or status <> 'active');--> statement-breakpoint
UPDATE "reports" SET "opened_at" = "created_at";