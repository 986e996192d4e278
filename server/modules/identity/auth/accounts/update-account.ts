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
  /** In plain text; it is hashed here. */
  password?: string;
}

export interface ChangedBy {
  /** Null on the command line. */
  actor: Actor | null;
  currentPassword?: string;
  ip: string;
  /** The revision of the account that the form was filled in from. */
  revision?: number | undefined;
}

interface PreparedUpdate {
  by: ChangedBy;
  plain: PlainChanges;
  /** Undefined if unchanged. */
  email: string | undefined;
  username: string | undefined;
  passwordHash: string | undefined;
}

/**
 * Hashes the password and rejects unavailable names before a transaction is opened.
 *
 * @returns a function that applies the changes to the current state of the account: if a phone was verified meanwhile, changing
 * the number loses the verification. If an administrator changes an email, that takes effect immediately, unverified
 * @param by must have logged in recently for a new email or password, even on another account
 * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, NAME_RESERVED, ENTITY_NOT_FOUND, FRESH_LOGIN_REQUIRED,
 * WRONG_PASSWORD, PASSWORD_TOO_WEAK, ACCOUNT_ERASING, CHANGED_ELSEWHERE, LAST_LOGIN_WAY
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
  // Required of administrators too: otherwise, anyone at their unlocked browser could take over any account.
  const needsProof = newEmail !== undefined || password !== undefined;
  if (by.actor && needsProof) await confirmation.assertProved(by.actor, by);
  // Only administrators can use the site's name, or let others use it.
  const canUseSiteName = before.roles.includes('admin') || by.actor?.id !== id;
  const newName = !canUseSiteName && plain.name !== before.name ? plain.name : undefined;
  await names.assertAvailable({ email: newEmail, username: newUsername, name: newName }, id);
  if (password !== undefined) await passwords.assertStrong(id, password);
  const passwordHash = password === undefined ? undefined : await hashPassword(password, { key: by.actor?.id ?? id });
  const update = { by, plain, email: newEmail, username: newUsername, passwordHash };
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
      // Setting a status cancels the owner's deletion request.
      ...(plain.status !== undefined && { deletionAt: null }),
    },
    tx,
  );
  if (username !== undefined) await names.claimUsername(id, { before: account.username, after: username }, tx);
  const keepSession = by.actor && isOwn ? by.actor.sessionId : null;
  if (passwordHash !== undefined) await passwords.store(id, { passwordHash, keepSession }, tx);
  // After storing the password, because that cancels earlier email changes.
  if (email !== undefined && isOwn) await emailChange.request(account, email, tx);
  if (email !== undefined && !isOwn) await sendMovedMails(deps, account, email, tx);
  if (plain.status !== undefined && plain.status !== 'active') await session.closeAll(id, { tx });
  tx.afterCommit(() => session.clearCache(id));
}

/** Locks the account, because its login methods or names may have changed since it was read. */
async function lockForUpdate(
  { identities, session }: UpdateAccountDeps,
  id: string,
  { by }: PreparedUpdate,
  tx: Tx,
): Promise<AccountRow> {
  const account = requireFound(await identities.lock(id, tx));
  assertUnchanged(by.revision, account);
  if (account.status === 'erasing' || account.status === 'deleted') throw new AppError('ACCOUNT_ERASING');
  if (by.actor) await session.assertOpen(by.actor, tx);
  return account;
}

/** The old address cannot revert an administrator's change of email. */
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
