import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError, assertUnchanged, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { emailMovedMail, haveAccountMail } from '../credentials/account-mails';
import type { ConfirmationService } from '../credentials/confirmation-service';
import type { EmailChangeService } from '../credentials/email-change-service';
import type { EmailVerificationService } from '../credentials/email-verification-service';
import { createAccountNames } from './account-names';
import { createIdentityRepository, type AccountRow, type NewAccount, type NewPerformer } from './identity-repository';
import { createOneTimeTokenRepository } from '../credentials/one-time-token-repository';
import { settlePhone } from '../login-methods/login-methods';
import type { PasswordService } from '../credentials/password-service';
import { assertStrongPassword } from '../credentials/password-strength';
import { hashPassword } from '../credentials/passwords';
import type { SessionService } from '../session/session-service';

/** Columns that the person chooses and that nothing else hangs on. */
type PlainChanges = Partial<
  Pick<NewAccount, 'name' | 'firstName' | 'lastName' | 'phone' | 'phoneCode' | 'gender' | 'country' | 'roles' | 'status' | 'verifiedEmail'>
>; // prettier-ignore

export interface IdentityChanges extends PlainChanges {
  email?: string;
  username?: string;
  /** In clear; hashed here. */
  password?: string;
}

interface SignUp {
  isNew: boolean;
  /** Of the new account, or the one that had the address; null when that went away at this moment. */
  accountId: string | null;
}

/** Who changes an account. */
interface ChangedBy {
  /** Null for the command line. */
  actor: Actor | null;
  /** Proof that goes along, for people who change their own. */
  currentPassword?: string;
  ip: string;
  /** The revision of the account that the form began from. */
  revision?: number | undefined;
}

const HOUR_MS = 3600 * 1000;
/** Mails an hour about sign-ups with an address that has an account. */
const NOTICES_AN_HOUR = 3;

/** What somebody wants, where it is another than they have. */
const ifOther = (wants: string | undefined, has: string | null): string | undefined =>
  wants === has ? undefined : wants;

/** What an account is known and entered by. Whatever changes it goes through here, so that its consequences follow. */
export function createIdentityService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  needs: {
    session: SessionService;
    settings: SettingsService;
    passwords: PasswordService;
    emailVerification: EmailVerificationService;
    confirmation: ConfirmationService;
    emailChange: EmailChangeService;
  },
) {
  const { db, env, jobs, clock } = context;
  const repository = createIdentityRepository(db);
  const names = createAccountNames(context, needs);
  const tokens = createOneTimeTokenRepository(db);

  /** Without a way back and without waiting: for administrators. */
  async function moveEmail(account: AccountRow, email: string, tx: Tx): Promise<void> {
    await needs.emailVerification.sendLink({ id: account.id, email }, tx);
    if (!account.email) return;
    const { siteName } = await needs.settings.read(tx);
    const mail = emailMovedMail({ siteName, to: account.email, url: `${env.WEB_PUBLIC_URL}/contact` });
    await jobs.send('send-mail', mail, { tx });
  }

  /** Tells whoever reads this address that somebody signed up with it, a few times an hour at most. */
  async function tellOwner(email: string, tx: Tx): Promise<string | null> {
    const now = clock.now();
    const owner = await repository.findByLogin({ name: email }, tx);
    const accountId = owner?.id ?? (await repository.findEmailHolder(email, null, now, tx));
    if (accountId === null) return null;
    const sent = await tokens.countSince(accountId, 'sign-up-told', new Date(now.getTime() - HOUR_MS), tx);
    if (sent >= NOTICES_AN_HOUR) return accountId;
    await tokens.issue({ accountId, kind: 'sign-up-told', subject: email, now, lifeMs: HOUR_MS }, tx);
    const { siteName } = await needs.settings.read(tx);
    const url = `${env.WEB_PUBLIC_URL}/auth/forgot-password`;
    await jobs.send('send-mail', haveAccountMail({ siteName, to: email, url }), { tx });
    return accountId;
  }

  return {
    ...names,

    /**
     * What `create` takes as the password, made before a transaction is opened.
     *
     * @throws AppError PASSWORD_TOO_WEAK
     */
    async hashNewPassword(
      password: string,
      own: { email: string; username?: string; name?: string | null },
    ): Promise<string> {
      const { siteName } = await needs.settings.read();
      await assertStrongPassword(password, [own.email, own.username, own.name, siteName]);
      return hashPassword(password);
    },

    /**
     * Makes an account with its password hashed beforehand, of a performer when `performer` is given, and mails the
     * verification link. An address that has an account makes none: its owner is told by mail, and nobody else, so that
     * signing up does not tell who has one. Promises I-7.
     *
     * @returns whose the address is now.
     * @throws AppError USERNAME_TAKEN
     */
    async create(
      account: NewAccount & { id: string; email: string },
      performer: NewPerformer | null,
      { returnTo }: { returnTo?: string } = {},
    ): Promise<SignUp> {
      try {
        await inTransaction(db, async (tx) => {
          await repository.insert(account, performer, tx);
          // Asked only now: the insert has waited for whoever was giving this address up, and who may take it back.
          if ((await repository.findEmailHolder(account.email, null, clock.now(), tx)) !== null) {
            throw new AppError('EMAIL_TAKEN');
          }
          if (account.username) await names.settleUsername(account.id, { before: null, after: account.username }, tx);
          await needs.emailVerification.sendLink({ id: account.id, email: account.email, returnTo }, tx);
        });
        return { isNew: true, accountId: account.id };
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error;
        return { isNew: false, accountId: await inTransaction(db, (tx) => tellOwner(account.email, tx)) };
      }
    },

    /** Takes back an account whose sign-up could not be finished. */
    remove: (id: string, tx: Tx): Promise<void> => repository.remove(id, tx),

    /**
     * Hashes what must be hashed and refuses names that cannot be had, before a transaction is opened.
     *
     * @returns a function that stores the changes: a new e-mail waits until its owner confirms it (by an
     * administrator it is there at once, unverified), a new password ends the other sessions, a new username
     * keeps the old one for its owner, an account that is no longer active loses all its sessions. What the account has
     * by then is what they change: a phone that was proved meanwhile is proved no more with another number.
     * @param by who changes it. A new e-mail or password, and a role that is added, need their proof, be it their own
     * account or another's; the session they are in outlives a new password of their own.
     * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, NAME_RESERVED, ENTITY_NOT_FOUND, FRESH_LOGIN_REQUIRED, WRONG_PASSWORD,
     * PASSWORD_TOO_WEAK, ACCOUNT_ERASING, CHANGED_ELSEWHERE, LAST_LOGIN_WAY for another phone number where only the phone opens the account
     */
    async prepareUpdate(id: string, changes: IdentityChanges, by: ChangedBy): Promise<(tx: Tx) => Promise<void>> {
      const { password, email, username, ...plain } = changes;
      const before = requireFound(await repository.find(id));
      const wantedEmail = ifOther(email, before.email);
      const wantedUsername = ifOther(username, before.username);
      const isOwn = by.actor?.id === id;
      const wantedRoles = addsRole(plain.roles, before.roles) ? plain.roles : undefined;
      // Administrators prove it, too: an open browser of theirs would otherwise be enough to take over any account.
      if (by.actor && (wantedEmail ?? password ?? wantedRoles) !== undefined) {
        await needs.confirmation.assertProved(by.actor, by);
      }
      // Whoever runs the site may be called so, and may call others so.
      const mayPass = before.roles.includes('admin') || !isOwn;
      const newName = !mayPass && plain.name !== before.name ? plain.name : undefined;
      await names.assertNamesFree({ email: wantedEmail, username: wantedUsername, name: newName }, id);
      if (password !== undefined) await needs.passwords.assertStrong(id, password);
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      return async (tx) => {
        // Log-ins may have been linked, and names given up, since the account was read; from here on it stays as it is.
        const held = requireFound(await repository.lock(id, tx));
        assertUnchanged(by.revision, held);
        if (held.status === 'erasing' || held.status === 'deleted') throw new AppError('ACCOUNT_ERASING');
        // A role that was taken away since is given back with a proof only.
        if (by.actor && !wantedRoles && addsRole(plain.roles, held.roles)) throw new AppError('CHANGED_ELSEWHERE');
        if (by.actor) await needs.session.assertStands(by.actor, tx);
        const newEmail = ifOther(wantedEmail, held.email);
        const newUsername = ifOther(wantedUsername, held.username);
        await repository.update(
          id,
          {
            ...(newEmail !== undefined && !isOwn && { email: newEmail, verifiedEmail: false, pendingEmail: null }),
            ...(newUsername !== undefined && { username: newUsername }),
            ...settlePhone(held, plain),
            revision: held.revision + 1,
            // Whoever sets the state of an account decides over its owner's wish to leave.
            ...(plain.status !== undefined && { deletionAt: null }),
          },
          tx,
        );
        if (newUsername !== undefined)
          await names.settleUsername(id, { before: held.username, after: newUsername }, tx);
        const keepSession = by.actor && isOwn ? by.actor.sessionId : null;
        if (passwordHash !== undefined) await needs.passwords.store(id, { passwordHash, keepSession }, tx);
        // After the password, which takes back what was asked for before it.
        if (newEmail !== undefined) await (isOwn ? needs.emailChange.request : moveEmail)(held, newEmail, tx);
        if (plain.status !== undefined && plain.status !== 'active') await needs.session.closeAll(id, { tx });
        tx.afterCommit(() => needs.session.forget(id));
      };
    },
  };
}

const addsRole = (wanted: readonly string[] | undefined, held: readonly string[]): boolean =>
  wanted?.some((role) => !held.includes(role)) ?? false;

export type IdentityService = ReturnType<typeof createIdentityService>;
export type FormerUsernames = Pick<IdentityService, 'findFormerOwner' | 'holdUsername'>;
