CREATE TABLE "card_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"user_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"lines" jsonb NOT NULL,
	"delivery" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"performer_id" text NOT NULL,
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"shipping_price" bigint DEFAULT 0 NOT NULL,
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"total_price" bigint NOT NULL,
	"is_by_card" boolean NOT NULL,
	"delivery_status" text NOT NULL,
	"shipping_code" text DEFAULT '' NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"delivery_address_id" text,
	"delivery_address" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"user_note" text DEFAULT '' NOT NULL,
	"packed_at" timestamp (3) with time zone,
	"downloads" integer DEFAULT 0 NOT NULL,
	"download_limit" integer,
	"downloadable_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_quantity" CHECK ("orders"."quantity" > 0),
	CONSTRAINT "orders_total" CHECK ("orders"."total_price" = "orders"."quantity" * "orders"."unit_price" + "orders"."shipping_price" + "orders"."tax_amount")
);
--> statement-breakpoint
CREATE TABLE "stock_reservations" (
	"holder_id" text NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_reservations_holder_id_product_id_pk" PRIMARY KEY("holder_id","product_id"),
	CONSTRAINT "stock_reservations_quantity" CHECK ("stock_reservations"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_floor";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shipping_price" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "ships_to" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "pack_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "deliver_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "download_limit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "download_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_charges" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "wallet_charges" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "refund_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "card_refunds" ADD CONSTRAINT "card_refunds_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_refunds_payment" ON "card_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "card_refunds_pending" ON "card_refunds" USING btree ("updated_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_transaction" ON "orders" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "orders_group" ON "orders" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_performer" ON "orders" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_reservations_product" ON "stock_reservations" USING btree ("product_id","expires_at");--> statement-breakpoint
CREATE INDEX "stock_reservations_end" ON "stock_reservations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_charges_payment" ON "wallet_charges" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_debt" CHECK ("ledger_accounts"."balance" <= 0 or "ledger_accounts"."kind" <> 'debt');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_floor" CHECK ("ledger_accounts"."balance" >= 0 or "ledger_accounts"."kind" in ('gateway', 'promotion', 'debt'));--> statement-breakpoint
-- As before; a debt of a creator may be below zero, too.
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
    WHERE a.balance + l.amount < 0 AND kind NOT IN ('gateway', 'promotion', 'debt')
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
