DROP INDEX "accounts_deletion";--> statement-breakpoint
CREATE INDEX "one_time_tokens_revert" ON "one_time_tokens" USING btree ("subject") WHERE kind = 'revert-email' and used_at is null;--> statement-breakpoint
CREATE INDEX "accounts_deletion" ON "accounts" USING btree ("deletion_at") WHERE deletion_at is not null;