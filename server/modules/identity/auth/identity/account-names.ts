import { reservedUsernames } from '@contract/base/limits';
import { passesForSite } from '@contract/base/reserved-names';
import type { ServerContext } from '../../../../context';
import type { Executor, Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createFormerUsernameRepository } from './former-username-repository';
import { createIdentityRepository } from './identity-repository';

/** How long nobody else may take a username that was given up. */
const HELD_MS = 90 * 24 * 3600 * 1000;

/** Which names can be had: none that is reserved, another's, or was another's a short while ago. */
export function createAccountNames(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { settings }: { settings: SettingsService },
) {
  const accounts = createIdentityRepository(db);
  const formerUsernames = createFormerUsernameRepository(db);

  async function assertNotHeld(username: string, accountId: string | null, tx?: Executor): Promise<void> {
    if (await formerUsernames.isHeldByOther(username, accountId, clock.now(), tx)) throw new AppError('USERNAME_TAKEN');
  }

  /** Looks again once the name is written: whoever gave it up at the same moment has committed by then. */
  async function settleUsername(
    accountId: string,
    { before, after }: { before: string | null; after: string },
    tx: Tx,
  ) {
    await assertNotHeld(after, accountId, tx);
    await formerUsernames.forget(after, tx);
    if (before !== null) await holdUsername({ id: accountId, username: before }, tx);
  }

  async function holdUsername({ id, username }: { id: string; username: string }, tx: Tx): Promise<void> {
    const now = clock.now();
    const heldUntil = new Date(now.getTime() + HELD_MS);
    await formerUsernames.keep({ username, accountId: id, heldUntil, createdAt: now }, tx);
  }

  return {
    /**
     * @param accountId who wants them: their own former names are free to them. Null for an account that is being made.
     * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, NAME_RESERVED
     */
    async assertNamesFree(
      { email, username, name }: { email?: string; username?: string; name?: string | null },
      accountId: string | null = null,
      tx?: Executor,
    ): Promise<void> {
      if (username !== undefined && reservedUsernames.has(username)) throw new AppError('USERNAME_RESERVED');
      const { siteName } = await settings.read();
      if (username !== undefined && passesForSite(username, siteName)) throw new AppError('USERNAME_RESERVED');
      if (name && passesForSite(name, siteName)) throw new AppError('NAME_RESERVED');
      const now = clock.now();
      const taken = await accounts.listTaken({ email, username }, tx);
      if (
        taken.email ||
        (email !== undefined && (await accounts.findEmailHolder(email, accountId, now, tx)) !== null)
      ) {
        throw new AppError('EMAIL_TAKEN');
      }
      if (taken.username) throw new AppError('USERNAME_TAKEN');
      if (username !== undefined) await assertNotHeld(username, accountId, tx);
    },

    settleUsername,

    /** Keeps a username that its account has no more from everybody else, for ninety days. */
    holdUsername,

    /** Whose a username was before it was given up; null when it was nobody's, or was taken since. */
    findFormerOwner: (username: string): Promise<string | null> => formerUsernames.findOwner(username),

    /** Forgets names of deleted accounts that anybody may take by now. */
    sweep: (): Promise<void> => formerUsernames.forgetOfDeleted(clock.now()),
  };
}
