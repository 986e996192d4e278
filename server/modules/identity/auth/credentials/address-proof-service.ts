import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { SessionService } from '../session/session-service';
import { createTwoFactorRepository } from '../two-factor/two-factor-repository';
import { lockOutThief } from './lock-out-thief';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import { proveAddress } from './prove-address';

export type AddressProofService = ReturnType<typeof createAddressProofService>;

/** Verifying an address proves who owns the account, so credentials added before that are removed. Promises I-12. */
export function createAddressProofService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { session }: { session: SessionService },
) {
  const deps = {
    clock,
    session,
    identities: createIdentityRepository(db),
    tokens: createOneTimeTokenRepository(db),
    twoFactors: createTwoFactorRepository(db),
  };
  return {
    prove: (accountId: string, email: string, tx: Tx) => proveAddress(deps, accountId, email, tx),
    lockOutThief: (accountId: string, change: { since: Date }, tx: Tx) => lockOutThief(deps, accountId, change, tx),

    /**
     * Requires a verified address: an unverified one may be another person's, who would share the account after verifying it.
     * Locks the account, so that a concurrent verification does not miss the new login method.
     * @throws AppError EMAIL_NOT_VERIFIED; UNAUTHORIZED if the session has ended
     */
    async assertCanAttach(actor: Actor, tx: Tx): Promise<void> {
      const { email, verifiedEmail } = await session.lockOwn(actor, tx);
      if (email !== null && !verifiedEmail) throw new AppError('EMAIL_NOT_VERIFIED');
    },
  };
}
