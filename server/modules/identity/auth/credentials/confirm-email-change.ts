import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { rooms } from '../../../../realtime/publish';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { IdentityRepository } from '../accounts/identity-repository';
import type { SessionService } from '../session/session-service';
import { notifyOldAddress } from './notify-old-address';
import type { OneTimeTokenRepository } from './one-time-token-repository';

interface ConfirmEmailChangeDeps extends Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'> {
  identities: Pick<IdentityRepository, 'find' | 'update' | 'findEmailHolder'>;
  tokens: Pick<OneTimeTokenRepository, 'use' | 'retire' | 'issue'>;
  settings: Pick<SettingsService, 'read'>;
  session: Pick<SessionService, 'clearCache'>;
}

/** @throws AppError LINK_EXPIRED; EMAIL_TAKEN if another account has the address now */
export async function confirmEmailChange(deps: ConfirmEmailChangeDeps, token: string): Promise<void> {
  const { db, clock, publisher, identities, tokens, session } = deps;
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const link = await tokens.use(token, 'change-email', now, tx);
    const account = link && (await identities.find(link.accountId, tx));
    if (!account || account.pendingEmail !== link.subject) throw new AppError('LINK_EXPIRED');
    const newEmail = link.subject;
    await identities.update(account.id, { email: newEmail, pendingEmail: null, verifiedEmail: true }, tx);
    // Checked after the update, which has waited for any concurrent account that is giving up this address but can still take
    // it back.
    if (await identities.findEmailHolder(newEmail, account.id, now, tx)) throw new AppError('EMAIL_TAKEN');
    // Reset links in the old mailbox become invalid; the link that reverts this change stays valid.
    await tokens.retire(account.id, 'reset-password', now, tx);
    await notifyOldAddress(deps, account, { newEmail, isDone: true }, tx);
    tx.afterCommit(() => {
      session.clearCache(account.id);
      publisher.publish('account_changed', rooms.account(account.id));
    });
  });
}
