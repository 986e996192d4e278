import { asc, eq } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import { AppError } from '../errors';
import { newId } from '../db/columns';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../db/schema/money';
import type { Tx } from '../db/transaction';
import { keyOf, openAccounts, type AccountName, type HeldWallet } from './accounts';
import { transferRules, type PostingRule, type TransferCode } from './transfers';
import {
  owingKinds,
  writeTransfer,
  writeTransferBeforeCommit,
  type Line,
  type NewTransfer,
  type WrittenLine,
} from './write-transfer';

/** One leg of a movement: `amount` in cents, at least 1; a leg of 0 is left out. */
export interface Posting {
  from: AccountName;
  to: AccountName;
  amount: Cents;
}

export interface TransferRequest {
  code: Exclude<TransferCode, 'refund'>;
  /** The same key never moves money twice. */
  key: string;
  /** Id of the charge, transaction or payout it is for. */
  subject: string;
  postings: readonly Posting[];
}

export interface Transfer {
  id: string;
  /** True when `key` was used before: nothing was moved now. */
  repeated: boolean;
  /** What the accounts hold now, by `keyOf`. */
  balances: ReadonlyMap<string, Cents>;
}

/**
 * Moves money and records both sides of it.
 *
 * @param request see TransferRequest; postings must be on the allow-list of their code.
 * @param tx open transaction; the account rows are locked, lower id first, until it ends.
 * @returns the stored transfer, the first one again if `key` was used before.
 * @throws AppError NOT_ENOUGH_BALANCE if an account would go below zero; Error when the movement is not on the allow-list.
 * Source: decisions 2, specification 4 "wallet change".
 */
export async function postTransfer(tx: Tx, request: TransferRequest): Promise<Transfer> {
  const postings = request.postings.filter((posting) => posting.amount !== 0);
  assertOnList(request.code, postings);
  return write(tx, request, netByAccount(postings));
}

/**
 * Pays out of a wallet that is held: what it holds is certain, so that the money moves with the commit, and the accounts of
 * those who are paid, in which many sales meet, are waited for there and nowhere else.
 *
 * @param request its postings leave this wallet only.
 * @returns what is left in the wallet.
 * @throws as `postTransfer`.
 */
export async function payFromWallet(tx: Tx, wallet: HeldWallet, request: TransferRequest): Promise<Cents> {
  const postings = request.postings.filter((posting) => posting.amount !== 0);
  assertOnList(request.code, postings);
  const lines = [...netByAccount(postings).values()];
  const left = cents(lines.reduce<number>((rest, { amount }) => rest + Math.min(0, amount), wallet.balance));
  if (left < 0) throw notEnough(keyOf({ kind: 'wallet', ownerId: wallet.ownerId }), -left);
  const missing = lines.filter(({ name }) => !wallet.known.has(keyOf(name)));
  if (missing.length > 0) await openAccounts(tx, missing.map(({ name }) => name)); // prettier-ignore
  writeTransferBeforeCommit(tx, { id: newId(), code: request.code, key: request.key, subject: request.subject }, lines);
  return left;
}

/**
 * Takes a movement back by the opposite one. Once only.
 *
 * @returns the reversing transfer, the first one again on a repeat.
 * @throws AppError NOT_ENOUGH_BALANCE if the money has left the accounts that received it, ENTITY_NOT_FOUND.
 */
export async function reverseTransfer(tx: Tx, input: { key: string; reverseKey: string }): Promise<Transfer> {
  const [original] = await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, input.key));
  if (!original) throw new AppError('ENTITY_NOT_FOUND');
  const entries = await tx
    .select({ amount: ledgerEntries.amount, kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerEntries.transferId, original.id))
    .orderBy(asc(ledgerEntries.id));
  const net = new Map(entries.map((entry) => [keyOf(entry), { name: entry, amount: cents(-entry.amount) }]));
  return write(tx, { code: 'refund', key: input.reverseKey, subject: original.subject, reversesId: original.id }, net);
}

type Net = Map<string, Line>;

function netByAccount(postings: readonly Posting[]): Net {
  const net: Net = new Map();
  const add = (name: AccountName, amount: number) => {
    const key = keyOf(name);
    net.set(key, { name, amount: cents((net.get(key)?.amount ?? 0) + amount) });
  };
  for (const { from, to, amount } of postings) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`a posting moves a positive sum, not ${amount}`);
    add(from, -amount);
    add(to, amount);
  }
  return net;
}

function assertOnList(code: TransferCode, postings: readonly Posting[]): void {
  const rules: readonly PostingRule[] = transferRules[code];
  const known = (posting: Posting) =>
    rules.some((rule) => rule.from === posting.from.kind && rule.to === posting.to.kind);
  if (postings.length === 0 || !postings.every(known)) throw new Error(`postings not on the allow-list of ${code}`);
}

async function write(tx: Tx, request: Omit<NewTransfer, 'id'>, net: Net): Promise<Transfer> {
  const lines = [...net.values()].filter((line) => line.amount !== 0);
  const transfer = { ...request, id: newId() };
  let written = await writeTransfer(tx, transfer, lines);
  if (written.length < lines.length) {
    const known = new Set(written.map(keyOf));
    await openAccounts(
      tx,
      lines.map((line) => line.name).filter((name) => !known.has(keyOf(name))),
    );
    written = await writeTransfer(tx, transfer, lines);
  }
  if (written.length > 0 && written.every((line) => line.after !== null)) {
    return { id: transfer.id, repeated: false, balances: balancesOf(written) };
  }
  const [first] = await tx
    .select({ id: ledgerTransfers.id })
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.key, request.key));
  if (first) return { id: first.id, repeated: true, balances: balancesOf(written) };
  const short = written.find((line) => line.balance + line.amount < 0 && !owingKinds.includes(line.kind));
  if (!short) throw new Error(`transfer ${request.key} was neither stored nor found`);
  throw notEnough(keyOf(short), -(short.balance + short.amount));
}

const notEnough = (account: string, missing: number) =>
  new AppError('NOT_ENOUGH_BALANCE', { details: { account, missing } });

const balancesOf = (lines: readonly WrittenLine[]): Map<string, Cents> =>
  new Map(lines.map((line) => [keyOf(line), line.after ?? line.balance]));
