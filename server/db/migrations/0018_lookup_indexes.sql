CREATE INDEX "data_exports_end" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_end" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "feeds_thumbnail" ON "feeds" USING btree ("thumbnail_id") WHERE thumbnail_id is not null;--> statement-breakpoint
CREATE INDEX "feeds_teaser" ON "feeds" USING btree ("teaser_id") WHERE teaser_id is not null;--> statement-breakpoint
CREATE INDEX "polls_performer" ON "polls" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "votes_voter" ON "votes" USING btree ("voter_id");--> statement-breakpoint
CREATE INDEX "votes_poll" ON "votes" USING btree ("poll_id");--> statement-breakpoint
CREATE INDEX "conversations_last_sender" ON "conversations" USING btree ("last_sender_id");--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_user" ON "coupon_uses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "earnings_payer" ON "earnings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_accounts_person" ON "ledger_accounts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "payment_transactions_performer" ON "payment_transactions" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("expired_at");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "notifications_cause" ON "notifications" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "profile_views_viewer" ON "profile_views" USING btree ("viewer");