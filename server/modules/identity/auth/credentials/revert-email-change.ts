import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { IdentityRepository } from '../accounts/identity-repository';
import type { SessionService } from '../session/session-service';
import type { AddressProofService } from './address-proof-service';
import { REVERT_MS } from './notify-old-address';
import type { OneTimeTokenRepository } from './one-time-token-repository';
import type { PasswordService } from './password-service';

interface RevertEmailChangeDeps extends Pick<ServerContext, 'db' | 'clock'> {
  identities: Pick<IdentityRepository, 'find' | 'update'>;
  tokens: Pick<OneTimeTokenRepository, 'use' | 'retire'>;
  addressProof: Pick<AddressProofService, 'lockOutThief'>;
  session: Pick<SessionService, 'closeAll'>;
  passwords: Pick<PasswordService, 'issueResetToken'>;
}

/**
 * Also ends all sessions and removes the password, which the attacker may know. Promises I-5, I-12.
 * @returns a token to set a new password with
 * @throws AppError LINK_EXPIRED
 */
export function revertEmailChange(
  { db, clock, identities, tokens, addressProof, session, passwords }: RevertEmailChangeDeps,
  token: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const link = await tokens.use(token, 'revert-email', now, tx);
    const account = link && (await identities.find(link.accountId, tx));
    if (!account || account.status === 'deleted') throw new AppError('LINK_EXPIRED');
    const email = link.subject;
    await identities.update(account.id, { email, pendingEmail: null, verifiedEmail: true }, tx);
    await tokens.retire(account.id, 'change-email', now, tx);
    // Links to even earlier addresses stay valid. Otherwise, an attacker could invalidate the owner's link by changing the
    // address twice.
    await tokens.retire(account.id, 'revert-email', now, tx, link);
    await addressProof.lockOutThief(account.id, { since: new Date(now.getTime() - REVERT_MS) }, tx);
    await session.closeAll(account.id, { tx });
    return passwords.issueResetToken({ accountId: account.id, email }, tx);
  });
}
