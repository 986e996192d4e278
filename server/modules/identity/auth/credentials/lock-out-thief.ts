import type { Tx } from '../../../../db/transaction';
import type { IdentityRepository } from '../accounts/identity-repository';
import type { TwoFactorRepository } from '../two-factor/two-factor-repository';

interface LockOutThiefDeps {
  identities: Pick<IdentityRepository, 'update'>;
  twoFactors: Pick<TwoFactorRepository, 'lock' | 'remove' | 'removeRecoveryCodes'>;
}

/**
 * Removes every login method that an attacker may have added after `since`; an older two-factor secret stays. Newer recovery
 * codes are removed, because they may be the attacker's, and creating them invalidated the owner's. The caller ends the
 * sessions.
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
