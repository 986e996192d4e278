CREATE TABLE "operator_acts" (
	"seq" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"operator_id" text NOT NULL,
	"role" text NOT NULL,
	"via" text NOT NULL,
	"act" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb NOT NULL,
	"previous_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_log_end" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operator_acts" ADD CONSTRAINT "operator_acts_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_acts_operator" ON "operator_acts" USING btree ("operator_id","seq");--> statement-breakpoint
CREATE INDEX "operator_acts_subject" ON "operator_acts" USING btree ("subject_kind","subject_id","seq");--> statement-breakpoint
CREATE INDEX "operator_acts_act" ON "operator_acts" USING btree ("act","seq");--> statement-breakpoint
CREATE INDEX "operator_acts_at" ON "operator_acts" USING btree ("at");--> statement-breakpoint
-- Administrators of before could do everything.
UPDATE accounts SET roles = array_append(roles, 'owner') WHERE 'admin' = ANY (roles) AND kind = 'user';--> statement-breakpoint
INSERT INTO operator_log_end (id, seq, hash) VALUES (1, 0, '');--> statement-breakpoint
-- A JSON array, so that two different rows never have the same text.
CREATE FUNCTION operator_act_hash(act operator_acts) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(
    act.seq, to_char(act.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), act.operator_id, act.role, act.via, act.act,
    act.subject_kind, act.subject_id, act.details, act.previous_hash)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION chain_operator_act() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  log_end operator_log_end;
BEGIN
  SELECT * INTO STRICT log_end FROM operator_log_end WHERE id = 1 FOR UPDATE;
  NEW.seq := log_end.seq + 1;
  NEW.previous_hash := log_end.hash;
  NEW.hash := operator_act_hash(NEW);
  UPDATE operator_log_end SET seq = NEW.seq, hash = NEW.hash WHERE id = 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER chain_operator_act BEFORE INSERT ON operator_acts FOR EACH ROW EXECUTE FUNCTION chain_operator_act();--> statement-breakpoint
CREATE FUNCTION refuse_operator_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of operators can only grow';
END $$;--> statement-breakpoint
CREATE TRIGGER keep_operator_acts BEFORE UPDATE OR DELETE ON operator_acts FOR EACH ROW EXECUTE FUNCTION refuse_operator_log_change();--> statement-breakpoint
CREATE TRIGGER keep_all_operator_acts BEFORE TRUNCATE ON operator_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_operator_log_change();
