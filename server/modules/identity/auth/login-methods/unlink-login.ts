import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { IdentityRepository } from '../accounts/identity-repository';
import { loginWayMail } from '../credentials/account-mails';
import type { MailOwner } from '../credentials/owner-mail';
import type { SessionService } from '../session/session-service';
import { linkColumns, PHONE_WORDS, presentLinkedLogins, type Provider } from './linked-logins';

interface UnlinkDeps extends Pick<ServerContext, 'db'> {
  identities: Pick<IdentityRepository, 'update'>;
  mailOwner: MailOwner;
  session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
}

/** @throws AppError FRESH_LOGIN_REQUIRED, LAST_LOGIN_WAY; ENTITY_NOT_FOUND if it is not linked */
export async function unlinkLogin(
  { db, identities, mailOwner, session }: UnlinkDeps,
  actor: Actor,
  provider: Provider,
): Promise<void> {
  await session.assertFresh(actor);
  await inTransaction(db, async (tx) => {
    // The lock prevents concurrent requests from removing the last two login methods.
    const row = await session.lockOwn(actor, tx);
    const entry = requireFound(presentLinkedLogins(row).linked.find((one) => one.provider === provider));
    if (!entry.canUnlink) throw new AppError('LAST_LOGIN_WAY');
    const changes =
      provider === 'phone'
        ? { verifiedPhone: false }
        : { [linkColumns[provider].id]: null, [linkColumns[provider].label]: null };
    await identities.update(actor.id, changes, tx);
    const way = provider === 'phone' ? PHONE_WORDS : linkColumns[provider].words;
    await mailOwner(actor.id, (recipient) => loginWayMail({ ...recipient, way, isNew: false }), tx);
  });
}
