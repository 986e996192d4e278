import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { ClientInfo, LoginCompletion } from '../login/login-completion-service';
import type { LoginThrottle } from '../login/login-throttle';
import type { AddressProofService } from './address-proof-service';
import type { OneTimeTokenRepository } from './one-time-token-repository';
import { hashPassword } from './passwords';
import { assertStrongForAccount, storePassword, type StorePasswordDeps } from './store-password';

interface ResetPasswordDeps extends StorePasswordDeps, Pick<ServerContext, 'db'> {
  tokens: Pick<OneTimeTokenRepository, 'retire' | 'find' | 'use'>;
  addressProof: Pick<AddressProofService, 'prove'>;
  guesses: Pick<LoginThrottle, 'forgive'>;
  entry: Pick<LoginCompletion, 'enter'>;
}

/**
 * Sets the password, verifies the email, since the link was mailed there (promises I-12), and logs the caller in.
 * @returns no login if the account needs a second step or cannot log in. Promises I-6.
 * @throws AppError LINK_EXPIRED; PASSWORD_TOO_WEAK, after which the link is still valid
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  { token, password, device }: EndpointPart<'resetPassword', 'body'>,
  caller: ClientInfo,
): Promise<EndpointReply<'resetPassword'>> {
  const { db, clock, tokens, addressProof, guesses } = deps;
  const link = await tokens.find(token, 'reset-password');
  if (!link) throw new AppError('LINK_EXPIRED');
  await assertStrongForAccount(deps, link.accountId, password);
  const passwordHash = await hashPassword(password, { key: link.accountId });
  const accountId = await inTransaction(db, async (tx) => {
    const used = await tokens.use(token, 'reset-password', clock.now(), tx);
    if (!used || !(await addressProof.prove(used.accountId, used.subject, tx))) throw new AppError('LINK_EXPIRED');
    await storePassword(deps, used.accountId, { passwordHash, keepSession: null }, tx);
    return used.accountId;
  });
  // Only the owner can read the mail, so an attacker's wrong guesses must not delay the owner's login. Promises I-13.
  await guesses.forgive({ account: accountId, ip: caller.ip });
  return { success: true, ...(await logInAfterReset(deps, accountId, device, caller)) };
}

/** Sends no mail about this login: the one about the new password covers it. */
async function logInAfterReset(
  { identities, entry }: ResetPasswordDeps,
  accountId: string,
  device: string | undefined,
  caller: ClientInfo,
) {
  const account = requireFound(await identities.find(accountId));
  try {
    return await entry.enter({ account, caller, device, isTold: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'TWO_STEP_REQUIRED' ? { twoStepRequired: true, email: account.email ?? undefined } : {};
  }
}
