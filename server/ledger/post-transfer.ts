import { and, asc, eq, or, sql } from 'drizzle-orm';
import { getCoin } from '@contract/base/currency';
import { cents, type Cents } from '@contract/base/money';
import { AppError } from '../errors';
import { newId } from '../db/columns';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../db/schema/money';
import type { Tx } from '../db/transaction';
import { getAccountKey, type AccountName } from './accounts';
import { overdraftKinds, transferRules, type AccountKind, type PostingRule, type TransferCode } from './transfers';

/** `amount` in cents; postings of 0 are ignored. */
export interface Posting {
  from: AccountName;
  to: AccountName;
  amount: Cents;
}

export interface TransferRequest {
  code: Exclude<TransferCode, 'refund'>;
  /** Idempotency key: requests with the same key move money once. */
  key: string;
  /** Id of the charge, payment or payout that this transfer is for. */
  subject: string;
  postings: readonly Posting[];
  /** Only for demo content, whose transfers are in the past. Default: now. */
  bookedAt?: Date;
}

export interface Transfer {
  id: string;
  /** True if `key` was used before: this call moved nothing. */
  repeated: boolean;
  /** Balances after the transfer, by `getAccountKey`. */
  balances: ReadonlyMap<string, Cents>;
}

/** Change to one account's balance; never 0. */
interface TransferLine {
  account: AccountName;
  amount: Cents;
}

/**
 * Moves money with double entry. Call it last in a transaction: it locks its accounts until the commit, and all sales contend
 * for `revenue`. Only further transfers should follow, and the response that `runIdempotent` stores. Decisions 2, specification
 * 4 "wallet change", ADR 36.
 *
 * @param request.postings must be on the allow-list of `request.code`.
 * @returns the transfer; the earlier one if `key` was used before.
 * @throws AppError NOT_ENOUGH_BALANCE if an account would go below zero
 */
export async function postTransfer(tx: Tx, request: TransferRequest): Promise<Transfer> {
  const postings = request.postings.filter((posting) => posting.amount !== 0);
  assertOnList(request.code, postings);
  return write(tx, request, sumByAccount(postings));
}

/**
 * Reverses a transfer once, except for the amounts that part-refunds already took back.
 *
 * @returns the reversing transfer; the earlier one if it was reversed before.
 * @throws AppError NOT_ENOUGH_BALANCE if the money has left the accounts that received it, ENTITY_NOT_FOUND
 */
export async function reverseTransfer(tx: Tx, input: { key: string; reverseKey: string }): Promise<Transfer> {
  const [original] = await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, input.key));
  if (!original) throw new AppError('ENTITY_NOT_FOUND');
  const entries = await tx
    .select({ amount: ledgerEntries.amount, kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      or(
        eq(ledgerEntries.transferId, original.id),
        and(eq(ledgerTransfers.subject, original.subject), eq(ledgerTransfers.code, 'part-refund')),
      ),
    )
    .orderBy(asc(ledgerEntries.id));
  const lines = sumLines(entries.map((entry) => ({ account: entry, amount: cents(-entry.amount) })));
  return write(
    tx,
    { code: 'refund', key: input.reverseKey, subject: original.subject, reversesId: original.id },
    lines,
  );
}

function sumByAccount(postings: readonly Posting[]): TransferLine[] {
  const lines: TransferLine[] = [];
  for (const { from, to, amount } of postings) {
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new Error(`Posting amount must be a non-negative integer, got ${amount}`);
    if (amount % getCoin() !== 0) throw new Error(`Posting amount must be in whole coins, got ${amount} hundredths`);
    lines.push({ account: from, amount: cents(-amount) }, { account: to, amount });
  }
  return sumLines(lines);
}

/** Adds up the lines of each account, and leaves out accounts whose sum is zero. */
function sumLines(lines: readonly TransferLine[]): TransferLine[] {
  const sums = new Map<string, TransferLine>();
  for (const { account, amount } of lines) {
    const key = getAccountKey(account);
    sums.set(key, { account, amount: cents((sums.get(key)?.amount ?? 0) + amount) });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

function assertOnList(code: TransferCode, postings: readonly Posting[]): void {
  const rules: readonly PostingRule[] = transferRules[code];
  const isKnown = (posting: Posting) =>
    rules.some((rule) => rule.from === posting.from.kind && rule.to === posting.to.kind);
  if (postings.length === 0 || !postings.every(isKnown))
    throw new Error(`Postings are not on the allow-list of transfer code "${code}"`);
}

interface PostedRow extends Record<string, unknown> {
  id: string;
  outcome: 'posted' | 'repeated' | 'short';
  kind: AccountKind;
  ownerId: string;
  balance: number;
}

async function write(
  tx: Tx,
  transfer: { code: TransferCode; key: string; subject: string; reversesId?: string; bookedAt?: Date },
  lines: readonly TransferLine[],
): Promise<Transfer> {
  const { code, key, subject, reversesId = null, bookedAt } = transfer;
  const input = lines.map(({ account, amount }) => ({
    account_id: newId(),
    kind: account.kind,
    owner_id: account.ownerId ?? '',
    amount,
  }));
  const { rows } = await tx.execute<PostedRow>(sql`
    select transfer_id as id, outcome, kind, owner_id as "ownerId", balance::float8 as balance
    from post_transfer(${newId(bookedAt?.getTime())}, ${code}, ${key}, ${subject}, ${reversesId}, ${JSON.stringify(input)}::jsonb,
      ${bookedAt ?? null}::timestamptz)`);
  const [first] = rows;
  if (!first) throw new Error(`Transfer "${key}" has no postings`);
  const balances = new Map(rows.map((row) => [getAccountKey(row), cents(row.balance)]));
  if (first.outcome === 'short') throw notEnoughBalance(lines, balances);
  return { id: first.id, repeated: first.outcome === 'repeated', balances };
}

function notEnoughBalance(lines: readonly TransferLine[], balances: ReadonlyMap<string, Cents>): AppError {
  for (const { account, amount } of lines) {
    const key = getAccountKey(account);
    const left = (balances.get(key) ?? 0) + amount;
    if (left < 0 && !overdraftKinds.includes(account.kind))
      return new AppError('NOT_ENOUGH_BALANCE', { details: { account: key, missing: -left } });
  }
  throw new Error('post_transfer reported a shortage, but no account is short');
}
