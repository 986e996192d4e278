import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { rooms } from '../../../../realtime/publish';
import type { IdentityRepository } from '../accounts/identity-repository';
import type { AddressProofService } from './address-proof-service';
import type { OneTimeTokenRepository } from './one-time-token-repository';

interface VerifyEmailDeps extends Pick<ServerContext, 'db' | 'clock' | 'publisher'> {
  identities: Pick<IdentityRepository, 'find'>;
  tokens: Pick<OneTimeTokenRepository, 'find' | 'use'>;
  addressProof: Pick<AddressProofService, 'prove'>;
}

/** Opening a link again after it has verified the email succeeds and has no effect. @throws AppError LINK_EXPIRED */
export async function verifyEmail(deps: VerifyEmailDeps, token: string): Promise<void> {
  const { db, clock, publisher, tokens, addressProof } = deps;
  const isVerified = await inTransaction(db, async (tx) => {
    const link = await tokens.use(token, 'verify-email', clock.now(), tx);
    if (!link) return false;
    // A page that is waiting for the verification then reloads the account.
    tx.afterCommit(() => publisher.publish('account_changed', rooms.account(link.accountId)));
    return addressProof.prove(link.accountId, link.subject, tx);
  });
  if (!isVerified && (await inspectVerificationLink(deps, token)) !== 'done') throw new AppError('LINK_EXPIRED');
}

/** @returns `open` if the link would verify the email, `done` if it has already done so, `gone` otherwise */
export async function inspectVerificationLink(
  { clock, identities, tokens }: VerifyEmailDeps,
  token: string,
): Promise<'open' | 'done' | 'gone'> {
  const link = await tokens.find(token, 'verify-email');
  const account = link && (await identities.find(link.accountId));
  if (!link || !account || account.email !== link.subject) return 'gone';
  if (link.usedAt !== null) return account.verifiedEmail ? 'done' : 'gone';
  return link.expiresAt > clock.now() ? 'open' : 'gone';
}
