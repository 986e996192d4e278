import { randomInt } from 'node:crypto';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createOwnerMail } from '../credentials/owner-mail';
import { hashToken } from '../session/tokens';
import type { SecretBox } from './secret-box';
import { matchTotp } from './totp';
import { recoveryCodeUsedMail } from '../credentials/account-mails';
import type { createTwoFactorRepository, TwoFactorRow } from './two-factor-repository';

/** Wrong codes in a row before no code is looked at for a while. Promises I-8. */
const MOST_FAILURES = 5;
/** Milliseconds of the first lock; each further one lasts twice as long, up to four hours. */
const LOCK_MS = 15 * 60 * 1000;
const MOST_DOUBLINGS = 4;

interface Parts {
  settings: SettingsService;
  repository: ReturnType<typeof createTwoFactorRepository>;
  box: SecretBox;
}

/** Taking codes: each once, and none at all for a while after too many wrong ones. */
export function createCodeCheck(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { settings, repository, box }: Parts,
) {
  const { clock } = context;
  const tellOwner = createOwnerMail(context, { settings });

  function assertNotLocked({ lockedUntil }: TwoFactorRow): void {
    const waitMs = (lockedUntil?.getTime() ?? 0) - clock.now().getTime();
    if (waitMs > 0)
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
  }

  async function noteWrong({ accountId, failures, locks }: TwoFactorRow, tx: Tx): Promise<void> {
    if (failures + 1 < MOST_FAILURES) return repository.update(accountId, { failures: failures + 1 }, tx);
    const lockedUntil = new Date(clock.now().getTime() + LOCK_MS * 2 ** Math.min(locks, MOST_DOUBLINGS));
    return repository.update(accountId, { failures: 0, locks: locks + 1, lockedUntil }, tx);
  }

  /** Six digits of the app, once. @returns false for a wrong one, which counts against a lock. */
  async function takeAppCode(row: TwoFactorRow, code: string, tx: Tx): Promise<boolean> {
    const secret = box.open(row.secret, row.accountId);
    const step = await matchTotp(secret, code, { now: clock.now(), afterStep: row.lastStep });
    if (step === null) return false;
    await repository.update(row.accountId, { lastStep: step, failures: 0, locks: 0, lockedUntil: null }, tx);
    return true;
  }

  async function takeRecoveryCode({ accountId }: TwoFactorRow, code: string, tx: Tx): Promise<boolean> {
    if (!(await repository.useRecoveryCode(accountId, hashRecoveryCode(code), clock.now(), tx))) return false;
    await repository.update(accountId, { failures: 0, locks: 0, lockedUntil: null }, tx);
    const left = await repository.countRecoveryCodes(accountId, tx);
    await tellOwner(accountId, (recipient) => recoveryCodeUsedMail({ ...recipient, left }), tx);
    return true;
  }

  /**
   * Takes a code of the app or, where `orRecovery` is set, a recovery code, of the locked row of an account.
   *
   * @returns false for a wrong one, which counts against a lock.
   * @throws AppError TOO_MANY_REQUESTS after five wrong ones in a row; right ones are refused too then.
   */
  return async (row: TwoFactorRow, code: string, tx: Tx, { orRecovery }: { orRecovery: boolean }): Promise<boolean> => {
    const typed = code.replaceAll(/\s/g, '');
    assertNotLocked(row);
    const take = orRecovery && looksLikeRecoveryCode(typed) ? takeRecoveryCode : takeAppCode;
    const isRight = await take(row, typed, tx);
    if (!isRight) await noteWrong(row, tx);
    return isRight;
  };
}

/** How many are made at a time. */
const RECOVERY_CODES = 10;
/** No letters that are taken for others when read from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

const oneGroup = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten codes such as `k3vd-9wqa-h2mz-t7ce`: 79 random bits each, so nobody tries them all, even against the hashes. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, oneGroup).join('-'));

/** What is stored of a code. However it was typed: capitals, spaces and dashes do not count. */
export const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Whether somebody means a recovery code, rather than the digits of an app. */
const looksLikeRecoveryCode = (code: string): boolean => code.replaceAll(/[^a-zA-Z0-9]/g, '').length === GROUPS * GROUP;
