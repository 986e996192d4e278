ALTER TABLE "files" ADD COLUMN "thumb_hash" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "waveform" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "previews" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "ladder" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "ladder_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "ladder_attempts" integer DEFAULT 0 NOT NULL;