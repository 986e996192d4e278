CREATE TABLE "stream_minutes" (
	"stream_id" text NOT NULL,
	"user_id" text NOT NULL,
	"minute" integer NOT NULL,
	"seat_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_minutes_stream_id_user_id_minute_pk" PRIMARY KEY("stream_id","user_id","minute")
);
--> statement-breakpoint
CREATE TABLE "stream_reminders" (
	"feed_id" text NOT NULL,
	"account_id" text NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_reminders_feed_id_account_id_pk" PRIMARY KEY("feed_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_restrictions" (
	"stream_id" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_restrictions_stream_id_account_id_pk" PRIMARY KEY("stream_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_seats" (
	"id" text PRIMARY KEY NOT NULL,
	"stream_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"performer_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"ended_by" text,
	"price" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"answer_by" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_seats_price" CHECK ("stream_seats"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "stream_viewers" (
	"stream_id" text NOT NULL,
	"viewer_key" text NOT NULL,
	"account_id" text,
	"since" timestamp (3) with time zone NOT NULL,
	"present_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_viewers_stream_id_viewer_key_pk" PRIMARY KEY("stream_id","viewer_key")
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" text PRIMARY KEY NOT NULL,
	"performer_id" text NOT NULL,
	"session_id" text NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'prepared' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"audience" text NOT NULL,
	"price" bigint,
	"ticket_for" text DEFAULT 'audience' NOT NULL,
	"minute_price" bigint,
	"goal_text" text DEFAULT '' NOT NULL,
	"goal_amount" bigint,
	"is_recorded" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"host_until" timestamp (3) with time zone,
	"told_seconds" integer DEFAULT 0 NOT NULL,
	"peak_viewers" integer DEFAULT 0 NOT NULL,
	"slow_seconds" integer DEFAULT 0 NOT NULL,
	"chat_writers" text DEFAULT 'everyone' NOT NULL,
	"is_emote_only" boolean DEFAULT false NOT NULL,
	"pinned_message_id" text,
	"replay_item_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stream_minutes" ADD CONSTRAINT "stream_minutes_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_minutes" ADD CONSTRAINT "stream_minutes_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_minutes" ADD CONSTRAINT "stream_minutes_seat_id_stream_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."stream_seats"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_minutes" ADD CONSTRAINT "stream_minutes_charge_id_wallet_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."wallet_charges"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_reminders" ADD CONSTRAINT "stream_reminders_feed_id_feed_posts_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feed_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_reminders" ADD CONSTRAINT "stream_reminders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_restrictions" ADD CONSTRAINT "stream_restrictions_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_restrictions" ADD CONSTRAINT "stream_restrictions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_seats" ADD CONSTRAINT "stream_seats_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_seats" ADD CONSTRAINT "stream_seats_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_seats" ADD CONSTRAINT "stream_seats_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_seats" ADD CONSTRAINT "stream_seats_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_viewers" ADD CONSTRAINT "stream_viewers_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_viewers" ADD CONSTRAINT "stream_viewers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_pinned_message_id_messages_id_fk" FOREIGN KEY ("pinned_message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stream_minutes_charge" ON "stream_minutes" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "stream_minutes_seat" ON "stream_minutes" USING btree ("seat_id");--> statement-breakpoint
CREATE INDEX "stream_minutes_user" ON "stream_minutes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stream_reminders_account" ON "stream_reminders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stream_restrictions_account" ON "stream_restrictions" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stream_seats_open" ON "stream_seats" USING btree ("stream_id","user_id") WHERE state in ('asked', 'running');--> statement-breakpoint
CREATE INDEX "stream_seats_stream" ON "stream_seats" USING btree ("stream_id");--> statement-breakpoint
CREATE INDEX "stream_seats_due" ON "stream_seats" USING btree ("due_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "stream_seats_asked" ON "stream_seats" USING btree ("answer_by") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "stream_seats_user" ON "stream_seats" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_seats_performer" ON "stream_seats" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_seats_conversation" ON "stream_seats" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "stream_viewers_account" ON "stream_viewers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stream_viewers_present" ON "stream_viewers" USING btree ("stream_id","present_until");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_session" ON "streams" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_open" ON "streams" USING btree ("performer_id") WHERE state <> 'ended' and type <> 'private';--> statement-breakpoint
CREATE UNIQUE INDEX "streams_open_private" ON "streams" USING btree ("performer_id") WHERE state = 'live' and type = 'private';--> statement-breakpoint
CREATE INDEX "streams_performer" ON "streams" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "streams_live" ON "streams" USING btree ("started_at") WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "streams_pinned" ON "streams" USING btree ("pinned_message_id");--> statement-breakpoint
CREATE INDEX "streams_replay" ON "streams" USING btree ("replay_item_id");