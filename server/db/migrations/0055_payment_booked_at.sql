ALTER TABLE "payment_transactions" ADD COLUMN "booked_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- contract: about a second for 50,000 payments, in which nobody can pay
-- The ledger knows when earlier payments were booked. The others have the time at which they began.
UPDATE payment_transactions p SET booked_at = coalesce((
  SELECT min(booked.created_at) FROM (
    SELECT t.created_at FROM ledger_transfers t WHERE t.subject = p.id
    UNION ALL
    SELECT t.created_at FROM wallet_charges c JOIN ledger_transfers t ON t.subject = c.id WHERE c.payment_id = p.id
  ) booked
), p.created_at);
