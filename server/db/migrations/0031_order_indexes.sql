CREATE INDEX "card_refunds_user" ON "card_refunds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "checkouts_user" ON "checkouts" USING btree ("user_id");