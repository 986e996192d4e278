import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { AppError, requireFound } from '../../../../errors';
import type { AccountRow, IdentityRepository } from '../accounts/identity-repository';
import type { LoginThrottle } from '../login/login-throttle';
import type { TwoFactorService } from '../two-factor/two-factor-service';
import type { ConfirmationCodeRepository } from './confirmation-code-repository';
import { verifyPassword } from './passwords';
import { canUseMailedCode, hashConfirmationCode } from './send-confirmation-code';

interface ProveIdentityDeps extends Pick<ServerContext, 'env' | 'clock'> {
  identities: Pick<IdentityRepository, 'find'>;
  codes: Pick<ConfirmationCodeRepository, 'countTry' | 'use'>;
  guesses: Pick<LoginThrottle, 'assertCanTry' | 'compare' | 'recordSuccess'>;
  twoFactor: Pick<TwoFactorService, 'isEnabled' | 'check'>;
}

/** @throws AppError WRONG_PASSWORD, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS */
export async function proveIdentity(
  deps: ProveIdentityDeps,
  actor: Actor,
  { password, verificationCode, ip }: { password?: string; verificationCode?: string; ip: string },
): Promise<void> {
  const { identities, guesses } = deps;
  const guess = await guesses.assertCanTry({ account: actor.id, ip });
  const account = requireFound(await identities.find(actor.id));
  const isRight = password
    ? await guesses.compare(guess, () => verifyPassword(account.passwordHash, password, { key: actor.id }))
    : await isRightCode(deps, account, (verificationCode ?? '').trim());
  if (isRight) return guesses.recordSuccess(guess);
  throw new AppError(password ? 'WRONG_PASSWORD' : 'INVALID_VERIFICATION_CODE');
}

async function isRightCode(deps: ProveIdentityDeps, account: AccountRow, code: string): Promise<boolean> {
  if (await deps.twoFactor.isEnabled(account.id)) return deps.twoFactor.check(account.id, code);
  return canUseMailedCode(account, false) && redeemMailedCode(deps, account.id, code);
}

/** Counts the attempt before comparing, so that concurrent guesses cannot exceed the limit. */
async function redeemMailedCode(
  { codes, env, clock }: ProveIdentityDeps,
  accountId: string,
  code: string,
): Promise<boolean> {
  const tried = hashConfirmationCode(env, accountId, code);
  const stored = await codes.countTry(accountId, clock.now());
  return stored === tried && codes.use(accountId, tried);
}
