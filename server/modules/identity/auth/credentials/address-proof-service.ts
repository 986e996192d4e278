import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { createIdentityRepository, type AccountRow } from '../accounts/identity-repository';
import { createOneTimeTokenRepository } from './one-time-token-repository';
import type { SessionService } from '../session/session-service';
import { createTwoFactorRepository } from '../two-factor/two-factor-repository';

/** Who proves an address owns the account: what was attached before that goes. Promises I-12. */
export function createAddressProofService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { session }: { session: SessionService },
) {
  const identities = createIdentityRepository(db);
  const tokens = createOneTimeTokenRepository(db);
  const twoFactor = createTwoFactorRepository(db);

  /** Everything that opens the account, or would come to, but for its password; sessions opened so end with it. */
  async function dropAttached(account: AccountRow, tx: Tx): Promise<void> {
    const hadSecret = (await twoFactor.lock(account.id, tx)) !== null;
    await twoFactor.remove(account.id, tx);
    await tokens.retire(account.id, 'change-email', clock.now(), tx);
    await identities.update(account.id, { pendingEmail: null }, tx);
    const isAttached = account.googleId ?? account.twitterId ?? (account.verifiedPhone || hadSecret || null);
    if (isAttached === null) return;
    const links = { googleId: null, googleLabel: null, twitterId: null, twitterLabel: null };
    const phone = account.verifiedPhone && { phone: null, phoneCode: null, verifiedPhone: false };
    await identities.update(account.id, { ...links, ...phone, twoStepEnabled: false }, tx);
    await session.closeAll(account.id, { tx });
  }

  return {
    /**
     * Takes an account back for its owner after somebody else moved it to another address: removes every way in that could
     * have been added meanwhile. Two-step log-in stays if it is older than `since`, because then it is the owner's. Recovery
     * codes made after `since` are removed: they may be the thief's, and the owner's earlier ones ended when they were made.
     * The caller ends the sessions.
     */
    async shutOut(accountId: string, { since }: { since: Date }, tx: Tx): Promise<void> {
      const secret = await twoFactor.lock(accountId, tx);
      const isNew = secret !== null && secret.createdAt > since;
      if (isNew) await twoFactor.remove(accountId, tx);
      else await twoFactor.removeRecoveryCodes(accountId, { madeAfter: since }, tx);
      await identities.update(
        accountId,
        {
          ...{ googleId: null, googleLabel: null, twitterId: null, twitterLabel: null },
          ...{ phone: null, phoneCode: null, verifiedPhone: false, passwordHash: null },
          ...(isNew && { twoStepEnabled: false }),
        },
        tx,
      );
    },

    /**
     * Stops whoever attaches a way in to an account whose address nobody has proved: it may be a stranger's, who would
     * find the guest still inside once they take the account. Accounts without an address are their phone's or company's.
     * The account stays locked: a proof at the same moment comes before, and has ended the caller's session, or after, and
     * drops what was attached.
     *
     * @throws AppError EMAIL_NOT_VERIFIED, UNAUTHORIZED when the session ended meanwhile
     */
    async assertMayAttach(actor: Actor, tx: Tx): Promise<void> {
      const { email, verifiedEmail } = await session.lockOwn(actor, tx);
      if (email !== null && !verifiedEmail) throw new AppError('EMAIL_NOT_VERIFIED');
    },

    /**
     * Notes that whoever acts reads the mail of this address. The first time for this account, social log-ins, phone,
     * two-step log-in and, if there were any of these, sessions are dropped.
     *
     * @returns false when the account has another address.
     */
    async prove(accountId: string, email: string, tx: Tx): Promise<boolean> {
      const account = await identities.lock(accountId, tx);
      if (!account || account.email !== email) return false;
      if (!account.verifiedEmail) await dropAttached(account, tx);
      return identities.confirmEmail(accountId, email, tx);
    },
  };
}

export type AddressProofService = ReturnType<typeof createAddressProofService>;
