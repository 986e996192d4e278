import { reservedUsernames } from '@contract/base/limits';
import { Username } from '@contract/base/field-schemas';
import { passesForSite } from '@contract/base/reserved-names';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Executor, Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createFormerUsernameRepository } from './former-username-repository';
import { createIdentityRepository, type IdentityRepository } from './identity-repository';

const RESERVED_MS = 90 * 24 * 3600 * 1000;

interface WantedNames {
  email?: string;
  username?: string;
  name?: string | null;
}

interface NameDeps extends Pick<ServerContext, 'clock'> {
  settings: SettingsService;
  identities: Pick<IdentityRepository, 'listTaken' | 'findEmailHolder'>;
  former: ReturnType<typeof createFormerUsernameRepository>;
}

export type AccountNames = ReturnType<typeof createAccountNames>;

export function createAccountNames(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { settings }: { settings: SettingsService },
) {
  const former = createFormerUsernameRepository(db);
  const deps: NameDeps = { clock, settings, identities: createIdentityRepository(db), former };
  return {
    checkUsername: (username: string, actor: Actor | null) => checkUsername(deps, username, actor),
    assertAvailable: (names: WantedNames, accountId: string | null = null, tx?: Executor) =>
      assertNamesAvailable(deps, names, accountId, tx),
    claimUsername: (accountId: string, change: { before: string | null; after: string }, tx: Tx) =>
      claimUsername(deps, accountId, change, tx),
    reserveUsername: (account: { id: string; username: string }, tx: Tx) => reserveUsername(deps, account, tx),

    /** The account that gave up a username; null if there is none, or another account uses the name now. */
    findFormerOwner: (username: string): Promise<string | null> => former.findOwner(username),

    /** Deletes expired reservations of deleted accounts. */
    sweep: (): Promise<void> => former.removeOfDeleted(clock.now()),
  };
}

async function checkUsername(
  deps: NameDeps,
  username: string,
  actor: Actor | null,
): Promise<EndpointReply<'checkUsername'>> {
  const name = Username.safeParse(username);
  if (!name.success) return { available: false, reason: 'Use 3 to 30 letters, digits, dots and dashes.' };
  try {
    await assertNamesAvailable(deps, { username: name.data }, actor?.id ?? null);
    return { available: true };
  } catch (error) {
    if (error instanceof AppError) return { available: false, reason: error.message };
    throw error;
  }
}

/**
 * @param accountId an account that may use its own former names again; null for a new account
 * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, NAME_RESERVED
 */
async function assertNamesAvailable(
  deps: NameDeps,
  { email, username, name }: WantedNames,
  accountId: string | null,
  tx?: Executor,
): Promise<void> {
  const { settings, identities, clock } = deps;
  if (username !== undefined && reservedUsernames.has(username)) throw new AppError('USERNAME_RESERVED');
  const { siteName } = await settings.read();
  if (username !== undefined && passesForSite(username, siteName)) throw new AppError('USERNAME_RESERVED');
  if (name && passesForSite(name, siteName)) throw new AppError('NAME_RESERVED');
  const now = clock.now();
  const taken = await identities.listTaken({ email, username }, tx);
  const isEmailTaken =
    taken.email || (email !== undefined && (await identities.findEmailHolder(email, accountId, now, tx)) !== null);
  if (isEmailTaken) throw new AppError('EMAIL_TAKEN');
  if (taken.username) throw new AppError('USERNAME_TAKEN');
  if (username !== undefined) await assertNotReserved(deps, username, accountId, tx);
}

/**
 * Call it after writing the new username: that write waits for a concurrent account that is giving the name up.
 * @throws AppError USERNAME_TAKEN
 */
async function claimUsername(
  deps: NameDeps,
  accountId: string,
  { before, after }: { before: string | null; after: string },
  tx: Tx,
): Promise<void> {
  await assertNotReserved(deps, after, accountId, tx);
  await deps.former.remove(after, tx);
  if (before !== null) await reserveUsername(deps, { id: accountId, username: before }, tx);
}

async function reserveUsername(
  { former, clock }: NameDeps,
  { id, username }: { id: string; username: string },
  tx: Tx,
): Promise<void> {
  const now = clock.now();
  const heldUntil = new Date(now.getTime() + RESERVED_MS);
  await former.reserve({ username, accountId: id, heldUntil, createdAt: now }, tx);
}

async function assertNotReserved(
  { former, clock }: NameDeps,
  username: string,
  accountId: string | null,
  tx?: Executor,
): Promise<void> {
  if (await former.isReservedForOther(username, accountId, clock.now(), tx)) throw new AppError('USERNAME_TAKEN');
}
