CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"id" text PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_recipients" (
	"performer_id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"has_details" boolean DEFAULT false NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"recipient" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_floor";--> statement-breakpoint
ALTER TABLE "earnings" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "earnings" ADD COLUMN "holds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "setup_secret" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "payment_transactions" ADD COLUMN "is_new_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_requests" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payment_transactions_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_recipients" ADD CONSTRAINT "payout_recipients_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_gateway" ON "disputes" USING btree ("gateway_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_user" ON "disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("created_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "gateway_events_open" ON "gateway_events" USING btree ("received_at") WHERE handled_at is null;--> statement-breakpoint
CREATE INDEX "gateway_events_handled" ON "gateway_events" USING btree ("handled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_recipients_recipient" ON "payout_recipients" USING btree ("recipient");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_transfers_key" ON "sandbox_transfers" USING btree ("key");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_floor" CHECK ("ledger_accounts"."balance" >= 0 or "ledger_accounts"."kind" in ('gateway', 'promotion', 'debt', 'disputed', 'losses'));--> statement-breakpoint
-- As before; what banks hold and what the platform loses may be below zero, too.
CREATE OR REPLACE FUNCTION post_transfer(p_id text, p_code text, p_key text, p_subject text, p_reverses_id text, p_lines jsonb)
RETURNS TABLE (transfer_id text, outcome text, kind text, owner_id text, balance bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_id text;
  v_outcome text;
BEGIN
  -- Only those that are missing: the row of an account that others move money of would be waited for.
  INSERT INTO ledger_accounts (id, kind, owner_id)
    SELECT l.account_id, l.kind, l.owner_id FROM jsonb_to_recordset(p_lines) AS l (account_id text, kind text, owner_id text)
    WHERE NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.kind = l.kind AND a.owner_id = l.owner_id)
    ORDER BY l.kind, l.owner_id
    ON CONFLICT DO NOTHING;
  PERFORM FROM ledger_accounts a JOIN jsonb_to_recordset(p_lines) AS l (kind text, owner_id text) USING (kind, owner_id)
    ORDER BY a.kind <> 'wallet', a.id FOR NO KEY UPDATE OF a;
  SELECT t.id INTO v_id FROM ledger_transfers t WHERE t.key = p_key;
  IF FOUND THEN
    v_outcome := 'repeated';
  ELSIF EXISTS (
    SELECT FROM ledger_accounts a JOIN jsonb_to_recordset(p_lines) AS l (kind text, owner_id text, amount bigint) USING (kind, owner_id)
    WHERE a.balance + l.amount < 0 AND kind NOT IN ('gateway', 'promotion', 'debt', 'disputed', 'losses')
  ) THEN
    v_outcome := 'short';
  ELSE
    v_id := p_id;
    v_outcome := 'posted';
    INSERT INTO ledger_transfers (id, code, key, subject, reverses_id) VALUES (p_id, p_code, p_key, p_subject, p_reverses_id);
    -- The trigger of the entries moves the balances, and writes what each entry leaves.
    INSERT INTO ledger_entries (transfer_id, account_id, amount, balance_after)
      SELECT p_id, a.id, l.amount, 0
      FROM ledger_accounts a JOIN jsonb_to_recordset(p_lines) AS l (kind text, owner_id text, amount bigint) USING (kind, owner_id)
      ORDER BY a.kind <> 'wallet', a.id;
  END IF;
  RETURN QUERY
    SELECT v_id, v_outcome, kind, owner_id, a.balance
    FROM ledger_accounts a JOIN jsonb_to_recordset(p_lines) AS l (kind text, owner_id text) USING (kind, owner_id);
END $$;
