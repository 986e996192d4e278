import type { Tx } from '../../../../db/transaction';
import type { IdentityRepository } from '../accounts/identity-repository';
import type { TwoFactorRepository } from '../two-factor/two-factor-repository';

interface LockOutThiefDeps {
  identities: Pick<IdentityRepository, 'update'>;
  twoFactors: Pick<TwoFactorRepository, 'lock' | 'remove' | 'removeRecoveryCodes'>;
}

/**
 * Returns an account to its owner after a thief moved it to another address: removes every login method that could have been
 * added meanwhile. Two-step log-in stays if it is older than `since`, because then it is the owner's. Recovery codes made
 * after `since` are removed: they can be the thief's, and the owner's earlier ones ended when they were made. The caller ends
 * the sessions.
 */
export async function lockOutThief(
  { identities, twoFactors }: LockOutThiefDeps,
  accountId: string,
  { since }: { since: Date },
  tx: Tx,
): Promise<void> {
  const secret = await twoFactors.lock(accountId, tx);
  const isNew = secret !== null && secret.createdAt > since;
  if (isNew) await twoFactors.remove(accountId, tx);
  else await twoFactors.removeRecoveryCodes(accountId, { madeAfter: since }, tx);
  await identities.update(
    accountId,
    {
      googleId: null,
      googleLabel: null,
      twitterId: null,
      twitterLabel: null,
      phone: null,
      phoneCode: null,
      verifiedPhone: false,
      passwordHash: null,
      ...(isNew && { twoStepEnabled: false }),
    },
    tx,
  );
}
