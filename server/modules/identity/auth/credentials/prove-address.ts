import type { Clock } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { AccountRow, IdentityRepository } from '../accounts/identity-repository';
import type { SessionService } from '../session/session-service';
import type { TwoFactorRepository } from '../two-factor/two-factor-repository';
import type { OneTimeTokenRepository } from './one-time-token-repository';

interface AddressProofDeps {
  clock: Clock;
  identities: Pick<IdentityRepository, 'lock' | 'update' | 'confirmEmail'>;
  tokens: Pick<OneTimeTokenRepository, 'retire'>;
  twoFactors: Pick<TwoFactorRepository, 'lock' | 'remove'>;
  session: Pick<SessionService, 'closeAll'>;
}

/**
 * Marks the address as verified. The first time, removes all login methods except the password, and ends all sessions if there
 * were any. Promises I-12.
 * @returns false if the account has another address
 */
export async function proveAddress(deps: AddressProofDeps, accountId: string, email: string, tx: Tx): Promise<boolean> {
  const account = await deps.identities.lock(accountId, tx);
  if (!account || account.email !== email) return false;
  if (!account.verifiedEmail) await removeAttached(deps, account, tx);
  return deps.identities.confirmEmail(accountId, email, tx);
}

async function removeAttached(
  { clock, identities, tokens, twoFactors, session }: AddressProofDeps,
  account: AccountRow,
  tx: Tx,
): Promise<void> {
  const hadSecret = (await twoFactors.lock(account.id, tx)) !== null;
  await twoFactors.remove(account.id, tx);
  await tokens.retire(account.id, 'change-email', clock.now(), tx);
  await identities.update(account.id, { pendingEmail: null }, tx);
  const isAttached = account.googleId !== null || account.twitterId !== null || account.verifiedPhone || hadSecret;
  if (!isAttached) return;
  const links = { googleId: null, googleLabel: null, twitterId: null, twitterLabel: null };
  const phone = account.verifiedPhone && { phone: null, phoneCode: null, verifiedPhone: false };
  await identities.update(account.id, { ...links, ...phone, twoStepEnabled: false }, tx);
  await session.closeAll(account.id, { tx });
}
