import type { Operator } from '../../../../access';
import { recordAct } from '../../../../operator-log/record-act';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { IdentityRepository } from '../accounts/identity-repository';
import { twoFactorOffMail } from '../credentials/account-mails';
import { verifyPassword } from '../credentials/passwords';
import type { LoginThrottle } from '../login/login-throttle';
import type { SessionService } from '../session/session-service';
import { checkCode, type CodeCheckDeps } from './code-check';

interface DisableTwoFactorDeps extends CodeCheckDeps {
  identities: Pick<IdentityRepository, 'find' | 'findByLogin'>;
  session: Pick<SessionService, 'lockOwn'>;
  guesses: Pick<LoginThrottle, 'assertCanTry' | 'compare' | 'recordSuccess'>;
}

/** @throws AppError INVALID_VERIFICATION_CODE, WRONG_PASSWORD, TOO_MANY_REQUESTS; UNAUTHORIZED if the session has ended */
export async function disableTwoFactor(
  deps: DisableTwoFactorDeps,
  actor: Actor,
  { verificationCode, password }: EndpointPart<'disableTwoFactor', 'body'>,
  ip: string,
): Promise<EndpointReply<'disableTwoFactor'>> {
  if (!(await deps.twoFactors.isEnabled(actor.id))) return { enabled: false };
  if (verificationCode) {
    if (!(await checkCode(deps, actor.id, verificationCode))) throw new AppError('INVALID_VERIFICATION_CODE');
  } else {
    await assertPassword(deps, actor, password ?? '', ip);
  }
  await inTransaction(deps.db, async (tx) => {
    await deps.session.lockOwn(actor, tx);
    await turnOff(deps, actor.id, tx);
  });
  return { enabled: false };
}

/**
 * For operators, when an owner lost phone and recovery codes. @param name email or username @throws AppError ENTITY_NOT_FOUND
 */
export async function disableTwoFactorFor(deps: DisableTwoFactorDeps, name: string, by?: Operator): Promise<void> {
  const account = requireFound(await deps.identities.findByLogin({ name: name.toLowerCase() }));
  await inTransaction(deps.db, async (tx) => {
    await turnOff(deps, account.id, tx);
    await recordAct(tx, by, { act: 'two-step.reset', subject: { kind: 'account', id: account.id } });
  });
}

/** By id, for accounts without email and username too. @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE while it is off */
export async function resetTwoFactor(
  deps: DisableTwoFactorDeps,
  accountId: string,
  reason: string,
  by: Operator,
): Promise<void> {
  requireFound(await deps.identities.find(accountId));
  await inTransaction(deps.db, async (tx) => {
    if (!(await deps.twoFactors.isEnabled(accountId, tx)))
      throw new AppError('CHANGED_ELSEWHERE', { message: 'Two-factor is off for this account.' });
    await turnOff(deps, accountId, tx);
    await recordAct(tx, by, {
      act: 'two-step.reset',
      subject: { kind: 'account', id: accountId },
      details: { reason },
    });
  });
}

async function assertPassword(
  { identities, guesses }: DisableTwoFactorDeps,
  actor: Actor,
  password: string,
  ip: string,
): Promise<void> {
  const guess = await guesses.assertCanTry({ account: actor.id, ip });
  const account = requireFound(await identities.find(actor.id));
  const verify = () => verifyPassword(account.passwordHash, password, { key: actor.id });
  if (!(await guesses.compare(guess, verify))) throw new AppError('WRONG_PASSWORD');
  await guesses.recordSuccess(guess);
}

async function turnOff({ twoFactors, mailOwner }: DisableTwoFactorDeps, accountId: string, tx: Tx): Promise<void> {
  await twoFactors.setEnabled(accountId, false, tx);
  await twoFactors.remove(accountId, tx);
  await mailOwner(accountId, twoFactorOffMail, tx);
}
