import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { recoveryCodeUsedMail } from '../credentials/account-mails';
import type { MailOwner } from '../credentials/owner-mail';
import { hashRecoveryCode, isRecoveryCodeFormat } from './recovery-codes';
import type { SecretBox } from '../../../../lib/secret-box';
import { matchTotp } from './totp';
import type { TwoFactorRepository, TwoFactorRow } from './two-factor-repository';

/** Consecutive wrong codes that cause a lock. Promises I-8. */
const MAX_FAILURES = 5;
/** Length of the first lock. Each further lock lasts twice as long, up to four hours. */
const LOCK_MS = 15 * 60 * 1000;
const MAX_DOUBLINGS = 4;

export interface CodeCheckDeps extends Pick<ServerContext, 'db' | 'clock'> {
  twoFactors: TwoFactorRepository;
  box: SecretBox;
  mailOwner: MailOwner;
}

/** @returns false if the code is wrong @throws AppError TOO_MANY_REQUESTS during a lock, even for a correct code */
export function checkCode(deps: CodeCheckDeps, accountId: string, code: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const row = await deps.twoFactors.lock(accountId, tx);
    if (!row || !(await deps.twoFactors.isEnabled(accountId, tx))) return false;
    return redeemCode(deps, row, code, { orRecovery: true }, tx);
  });
}

/**
 * @param row the account's row, locked
 * @returns false if the code is wrong, which counts toward a lock
 * @throws AppError TOO_MANY_REQUESTS during a lock
 */
export async function redeemCode(
  deps: CodeCheckDeps,
  row: TwoFactorRow,
  code: string,
  { orRecovery }: { orRecovery: boolean },
  tx: Tx,
): Promise<boolean> {
  const typed = code.replaceAll(/\s/g, '');
  assertNotLocked(row, deps.clock.now());
  const redeem = orRecovery && isRecoveryCodeFormat(typed) ? redeemRecoveryCode : redeemAppCode;
  const isRight = await redeem(deps, row, typed, tx);
  if (!isRight) await recordFailure(deps, row, tx);
  return isRight;
}

function assertNotLocked({ lockedUntil }: TwoFactorRow, now: Date): void {
  const waitMs = (lockedUntil?.getTime() ?? 0) - now.getTime();
  if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
}

async function redeemAppCode({ box, clock, twoFactors }: CodeCheckDeps, row: TwoFactorRow, code: string, tx: Tx) {
  const secret = box.open(row.secret, row.accountId);
  const step = await matchTotp(secret, code, { now: clock.now(), afterStep: row.lastStep });
  if (step === null) return false;
  await twoFactors.update(row.accountId, { lastStep: step, failures: 0, locks: 0, lockedUntil: null }, tx);
  return true;
}

async function redeemRecoveryCode(
  { clock, twoFactors, mailOwner }: CodeCheckDeps,
  { accountId }: TwoFactorRow,
  code: string,
  tx: Tx,
): Promise<boolean> {
  if (!(await twoFactors.useRecoveryCode(accountId, hashRecoveryCode(code), clock.now(), tx))) return false;
  await twoFactors.update(accountId, { failures: 0, locks: 0, lockedUntil: null }, tx);
  const left = await twoFactors.countRecoveryCodes(accountId, tx);
  await mailOwner(accountId, (recipient) => recoveryCodeUsedMail({ ...recipient, left }), tx);
  return true;
}

async function recordFailure(
  { clock, twoFactors }: CodeCheckDeps,
  { accountId, failures, locks }: TwoFactorRow,
  tx: Tx,
): Promise<void> {
  if (failures + 1 < MAX_FAILURES) return twoFactors.update(accountId, { failures: failures + 1 }, tx);
  const lockedUntil = new Date(clock.now().getTime() + LOCK_MS * 2 ** Math.min(locks, MAX_DOUBLINGS));
  return twoFactors.update(accountId, { failures: 0, locks: locks + 1, lockedUntil }, tx);
}
