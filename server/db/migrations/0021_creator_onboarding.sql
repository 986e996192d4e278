ALTER TABLE "performers" ADD COLUMN "prices_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Whoever was here before has been asked for their prices, or has sold at them.
UPDATE "performers" SET "prices_chosen" = true;