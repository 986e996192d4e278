DROP INDEX "streams_replay";--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "stream_id" text;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "videos_stream" ON "videos" USING btree ("stream_id");--> statement-breakpoint
ALTER TABLE "streams" DROP COLUMN "replay_item_id";