import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { actSubjects, operatorActs as actNames } from '@contract/operations/operator-acts';
import { operatorRoles } from '@contract/base/operator-roles';
import { createdAt, foreignKey, id, timestampUtc } from '../columns';
import { accounts, person, personInBooks } from './accounts';

/**
 * Acts of operators. A trigger numbers and chains each row, and refuses changes and deletions; `npm run verify` recomputes the
 * chain. Names are read from the accounts, so that a deleted account leaves none here. Promises W-12.
 */
export const operatorActs = pgTable(
  'operator_acts',
  {
    seq: bigint('seq', { mode: 'number' })
      .primaryKey()
      .default(sql`0`),
    at: timestampUtc('at')
      .notNull()
      .default(sql`now()`),
    operatorId: personInBooks('operator_id'),
    role: text('role', { enum: operatorRoles }).notNull(),
    /** The console asks for a log-in; a command, for access to the machine. */
    via: text('via', { enum: ['console', 'command'] }).notNull(),
    act: text('act', { enum: actNames }).notNull(),
    subjectKind: text('subject_kind', { enum: actSubjects }).notNull(),
    subjectId: text('subject_id').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    previousHash: text('previous_hash').notNull().default(''),
    /** SHA-256 of all columns above, in hex. */
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    index('operator_acts_operator').on(t.operatorId, t.seq),
    index('operator_acts_subject').on(t.subjectKind, t.subjectId, t.seq),
    index('operator_acts_act').on(t.act, t.seq),
    index('operator_acts_at').on(t.at),
  ],
);

/** One row: where the chain ends. Without it, missing rows at its end would go unnoticed. */
export const operatorLogEnd = pgTable('operator_log_end', {
  id: integer('id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});

/** Notes of operators about a person, for colleagues only. */
export const operatorNotes = pgTable(
  'operator_notes',
  {
    id: id(),
    accountId: person('account_id'),
    /** Null after the operator's account was removed. */
    operatorId: foreignKey('operator_id').references(() => accounts.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('operator_notes_account').on(t.accountId, t.createdAt),
    index('operator_notes_operator').on(t.operatorId),
  ],
);
