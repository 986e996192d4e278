-- As before, with the time of the booking: demo content has a past. Processes of the version before pass six arguments.
DROP FUNCTION post_transfer(text, text, text, text, text, jsonb);--> statement-breakpoint
CREATE FUNCTION post_transfer(p_id text, p_code text, p_key text, p_subject text, p_reverses_id text, p_lines jsonb,
  p_created_at timestamptz DEFAULT NULL)
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
    INSERT INTO ledger_transfers (id, code, key, subject, reverses_id, created_at)
      VALUES (p_id, p_code, p_key, p_subject, p_reverses_id, coalesce(p_created_at, now()));
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
