CREATE TABLE "file_work" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"pace" text NOT NULL,
	"seconds" double precision NOT NULL,
	"has_run_over" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "file_work_owner" ON "file_work" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "file_work_age" ON "file_work" USING btree ("created_at");