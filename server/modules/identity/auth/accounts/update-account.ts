import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { AppError, assertUnchanged, requireFound } from '../../../../errors';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import type { SettingsService } from '../../../site/settings/settings-service';
import { emailMovedMail } from '../credentials/account-mails';
import type { ConfirmationService } from '../credentials/confirmation-service';
import type { EmailChangeService } from '../credentials/email-change-service';
import type { EmailVerificationService } from '../credentials/email-verification-service';
import type { PasswordService } from '../credentials/password-service';
import { hashPassword } from '../credentials/passwords';
import { settlePhone } from '../login-methods/login-methods';
import type { SessionService } from '../session/session-service';
import type { AccountNames } from './account-names';
import type { AccountRow, IdentityRepository, NewAccount } from './identity-repository';

interface UpdateAccountDeps extends Pick<ServerContext, 'env' | 'jobs'> {
  identities: Pick<IdentityRepository, 'find' | 'lock' | 'update'>;
  names: Pick<AccountNames, 'assertAvailable' | 'claimUsername'>;
  settings: SettingsService;
  session: Pick<SessionService, 'assertOpen' | 'closeAll' | 'clearCache'>;
  passwords: Pick<PasswordService, 'assertStrong' | 'store'>;
  confirmation: Pick<ConfirmationService, 'assertProved'>;
  emailVerification: Pick<EmailVerificationService, 'sendLink'>;
  emailChange: Pick<EmailChangeService, 'request'>;
}

/** Columns that the person chooses and that nothing else depends on. */
type PlainChanges = Partial<
  Pick<
    NewAccount,
    | 'name'
    | 'firstName'
    | 'lastName'
    | 'phone'
    | 'phoneCode'
    | 'gender'
    | 'country'
    | 'roles'
    | 'status'
    | 'verifiedEmail'
  >
>;

export interface IdentityChanges extends PlainChanges {
  email?: string;
  username?: string;
  /** In clear; hashed here. */
  password?: string;
}

/** The author of a change. */
export interface ChangedBy {
  /** Null for the command line. */
  actor: Actor | null;
  /** Proof that people can send along with a change of their own account. */
  currentPassword?: string;
  ip: string;
  /** The revision of the account that the form began from. */
  revision?: number | undefined;
}

interface PreparedUpdate {
  by: ChangedBy;
  plain: PlainChanges;
  /** Absent where the account has them already. */
  email: string | undefined;
  username: string | undefined;
  /** Whether the author has proved that they can add the role. */
  isRoleProved: boolean;
  passwordHash: string | undefined;
}

/**
 * Hashes the password and rejects names that are not available, before a transaction is opened.
 *
 * @returns a function that stores the changes: a new e-mail waits until its owner confirms it (an administrator's counts
 * at once, unverified), a new password ends the other sessions, a new username reserves the old one for its owner, an
 * account that is no longer active loses all its sessions. They apply to the account as it is by then: a phone that was
 * verified meanwhile is no longer verified with another number.
 * @param by the author. A new e-mail or password, and a role that is added, need their proof, for their own account and for
 * another's; their own session outlives a new password of their own.
 * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, NAME_RESERVED, ENTITY_NOT_FOUND, FRESH_LOGIN_REQUIRED, WRONG_PASSWORD,
 * PASSWORD_TOO_WEAK, ACCOUNT_ERASING, CHANGED_ELSEWHERE, LAST_LOGIN_WAY for another phone number where only the phone opens the account
 */
export async function prepareAccountUpdate(
  deps: UpdateAccountDeps,
  id: string,
  changes: IdentityChanges,
  by: ChangedBy,
): Promise<(tx: Tx) => Promise<void>> {
  const { identities, names, passwords, confirmation } = deps;
  const { password, email, username, ...plain } = changes;
  const before = requireFound(await identities.find(id));
  const newEmail = omitSame(email, before.email);
  const newUsername = omitSame(username, before.username);
  const isRoleAdded = addsRole(plain.roles, before.roles);
  // Administrators need a proof too: an open browser of theirs would otherwise be enough to take over any account.
  const needsProof = newEmail !== undefined || password !== undefined || isRoleAdded;
  if (by.actor && needsProof) await confirmation.assertProved(by.actor, by);
  // Operators can carry the site's name, and can give it to others.
  const canUseSiteName = before.roles.includes('admin') || by.actor?.id !== id;
  const newName = !canUseSiteName && plain.name !== before.name ? plain.name : undefined;
  await names.assertAvailable({ email: newEmail, username: newUsername, name: newName }, id);
  if (password !== undefined) await passwords.assertStrong(id, password);
  const passwordHash = password === undefined ? undefined : await hashPassword(password, { key: by.actor?.id ?? id });
  const update = { by, plain, email: newEmail, username: newUsername, isRoleProved: isRoleAdded, passwordHash };
  return (tx) => storeUpdate(deps, id, update, tx);
}

async function storeUpdate(deps: UpdateAccountDeps, id: string, update: PreparedUpdate, tx: Tx): Promise<void> {
  const { identities, names, session, passwords, emailChange } = deps;
  const { by, plain, passwordHash } = update;
  const account = await lockForUpdate(deps, id, update, tx);
  const isOwn = by.actor?.id === id;
  const email = omitSame(update.email, account.email);
  const username = omitSame(update.username, account.username);
  await identities.update(
    id,
    {
      ...(email !== undefined && !isOwn && { email, verifiedEmail: false, pendingEmail: null }),
      ...(username !== undefined && { username }),
      ...settlePhone(account, plain),
      revision: account.revision + 1,
      // Setting the state of an account overrules its owner's request to delete it.
      ...(plain.status !== undefined && { deletionAt: null }),
    },
    tx,
  );
  if (username !== undefined) await names.claimUsername(id, { before: account.username, after: username }, tx);
  const keepSession = by.actor && isOwn ? by.actor.sessionId : null;
  if (passwordHash !== undefined) await passwords.store(id, { passwordHash, keepSession }, tx);
  // After the password, which cancels e-mail changes requested before it.
  if (email !== undefined && isOwn) await emailChange.request(account, email, tx);
  if (email !== undefined && !isOwn) await sendMovedMails(deps, account, email, tx);
  if (plain.status !== undefined && plain.status !== 'active') await session.closeAll(id, { tx });
  tx.afterCommit(() => session.clearCache(id));
}

/** Login methods can have been linked, and names given up, since the account was read; from here on it stays as it is. */
async function lockForUpdate(
  { identities, session }: UpdateAccountDeps,
  id: string,
  { by, plain, isRoleProved }: PreparedUpdate,
  tx: Tx,
): Promise<AccountRow> {
  const account = requireFound(await identities.lock(id, tx));
  assertUnchanged(by.revision, account);
  if (account.status === 'erasing' || account.status === 'deleted') throw new AppError('ACCOUNT_ERASING');
  // A role that was removed since the account was read is added again with a proof only.
  if (by.actor && !isRoleProved && addsRole(plain.roles, account.roles)) throw new AppError('CHANGED_ELSEWHERE');
  if (by.actor) await session.assertOpen(by.actor, tx);
  return account;
}

/** An administrator's change of e-mail counts at once, and the old address cannot revert it. */
async function sendMovedMails(
  { emailVerification, settings, jobs, env }: UpdateAccountDeps,
  account: AccountRow,
  email: string,
  tx: Tx,
): Promise<void> {
  await emailVerification.sendLink({ id: account.id, email }, tx);
  if (!account.email) return;
  const { siteName } = await settings.read(tx);
  const mail = emailMovedMail({ siteName, to: account.email, url: `${env.WEB_PUBLIC_URL}/contact` });
  await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
}

const omitSame = (wanted: string | undefined, current: string | null): string | undefined =>
  wanted === current ? undefined : wanted;

const addsRole = (wanted: readonly string[] | undefined, current: readonly string[]): boolean =>
  wanted?.some((role) => !current.includes(role)) ?? false;
