CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"holder" text,
	"held_until" timestamp (3) with time zone,
	"is_wanted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_age" ON "uploads" USING btree ("updated_at");