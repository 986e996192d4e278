import { sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { inTransaction } from '../../../db/transaction';
import type { TransferCode } from '../../../ledger/transfers';
import { addEntry, noSums, toLine, type StatementLine, type StatementSums } from './statement-figures';
import type { StatementPeriod } from './statement-period';
import { readBalance, readEntries, type StatementBalance } from './statement-repository';

/** Sums by key, in the order in which the keys first occur. */
export type SumsBy<Key extends string> = Map<Key, StatementSums>;

export interface Statement {
  opening: Cents;
  closing: Cents;
  sums: StatementSums;
  byKind: SumsBy<TransferCode>;
  /** By month, such as `2026-11`. */
  byMonth: SumsBy<string>;
  /** By day, such as `2026-11-28`. */
  byDay: SumsBy<string>;
  count: number;
  balance: StatementBalance;
}

export const sumBalance = ({ pending, wallet, reserved, debt }: StatementBalance): Cents =>
  cents(pending + wallet + reserved + debt);

/**
 * Reads a creator's statement in one pass over a snapshot of the ledger.
 *
 * @param begin called with the opening balance, before the first line.
 * @param onLines called with batches of lines, in order; each batch waits for the promise of the one before.
 */
export async function readStatement(
  db: Db,
  ownerId: string,
  { from, to }: StatementPeriod,
  {
    begin,
    onLines,
  }: { begin?(opening: Cents): void; onLines?(lines: readonly StatementLine[]): Promise<void> | void } = {},
): Promise<Statement> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const opening = sumBalance(await readBalance(tx, ownerId, from));
    begin?.(opening);
    const statement: Omit<Statement, 'balance'> = {
      opening,
      closing: opening,
      sums: noSums(),
      byKind: new Map(),
      byMonth: new Map(),
      byDay: new Map(),
      count: 0,
    };
    for await (const entries of readEntries(tx, ownerId, { from, to })) {
      const lines = entries.map((entry) => {
        const line = toLine(entry, statement.closing);
        const day = line.at.toISOString().slice(0, 10);
        const groups = [statement.sums, getSums(statement.byMonth, day.slice(0, 7)), getSums(statement.byDay, day)];
        if (line.kind === 'sale' || line.kind === 'refund') groups.push(getSums(statement.byKind, line.code));
        for (const sums of groups) addEntry(sums, line, entry.paidOut);
        statement.closing = line.balance;
        return line;
      });
      statement.count += lines.length;
      await onLines?.(lines);
    }
    return { ...statement, balance: await readBalance(tx, ownerId, to) };
  });
}

function getSums<Key extends string>(groups: SumsBy<Key>, key: Key): StatementSums {
  const sums = groups.get(key) ?? noSums();
  groups.set(key, sums);
  return sums;
}
