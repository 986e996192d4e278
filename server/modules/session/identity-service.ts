import { reservedUsernames } from '@contract/limits';
import type { Actor } from '../../access';
import type { ServerContext } from '../../context';
import type { Executor, Tx } from '../../db/transaction';
import { AppError, found } from '../../errors';
import type { SettingsService } from '../settings/settings-service';
import { emailChangedMail } from './account-mails';
import type { EmailVerificationService } from './email-verification-service';
import { createIdentityRepository, type AccountRow, type NewAccount, type NewPerformer } from './identity-repository';
import type { PasswordService } from './password-service';
import { hashPassword } from './passwords';
import type { SessionService } from './session-service';

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

/** What an account is known and entered by. Whatever changes it goes through here, so that its consequences follow. */
export function createIdentityService(
  { db, env, jobs }: Pick<ServerContext, 'db' | 'env' | 'jobs'>,
  needs: {
    session: SessionService;
    settings: SettingsService;
    passwords: PasswordService;
    emailVerification: EmailVerificationService;
  },
) {
  const repository = createIdentityRepository(db);

  async function assertNamesFree(names: { email?: string; username?: string }, tx?: Executor): Promise<void> {
    if (names.username !== undefined && reservedUsernames.has(names.username)) throw new AppError('USERNAME_RESERVED');
    const taken = await repository.listTaken(names, tx);
    if (taken.email) throw new AppError('EMAIL_TAKEN');
    if (taken.username) throw new AppError('USERNAME_TAKEN');
  }

  async function moveEmail(account: AccountRow, email: string, tx: Tx): Promise<void> {
    await needs.emailVerification.sendLink({ id: account.id, email }, tx);
    if (!account.email) return;
    const { siteName } = await needs.settings.read();
    const mail = emailChangedMail({ siteName, to: account.email, url: `${env.WEB_PUBLIC_URL}/contact` });
    await jobs.send('send-mail', mail, { tx });
  }

  return {
    /** @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED */
    assertNamesFree,

    /** What `create` takes as the password, made before a transaction is opened. */
    hashPassword,

    /**
     * Makes an account with its password hashed beforehand, of a performer when `performer` is given, and mails the verification link.
     *
     * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN
     */
    async create(
      account: NewAccount & { id: string; email: string },
      performer: NewPerformer | null,
      tx: Tx,
    ): Promise<AccountRow> {
      const row = await repository.insert(account, performer, tx);
      await needs.emailVerification.sendLink({ id: row.id, email: account.email }, tx);
      return row;
    },

    /** Takes back an account whose sign-up could not be finished. */
    remove: (id: string, tx: Tx): Promise<void> => repository.remove(id, tx),

    /**
     * Hashes what must be hashed and refuses names that cannot be had, before a transaction is opened.
     *
     * @returns a function that stores the changes: a new e-mail is unverified and both addresses are told, a new
     * password ends the other sessions, an account that is no longer active loses all of them.
     * @param by who changes it; their own session outlives a new password. Null for the command line.
     * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, ENTITY_NOT_FOUND
     */
    async prepareUpdate(id: string, changes: IdentityChanges, by: Actor | null): Promise<(tx: Tx) => Promise<void>> {
      const { password, email, username, ...plain } = changes;
      const before = found(await repository.find(id));
      const newEmail = email !== undefined && email !== before.email ? email : undefined;
      const newUsername = username !== undefined && username !== before.username ? username : undefined;
      await assertNamesFree({ email: newEmail, username: newUsername });
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      return async (tx) => {
        await repository.update(
          id,
          {
            ...(newEmail !== undefined && { email: newEmail, verifiedEmail: false }),
            ...(newUsername !== undefined && { username: newUsername }),
            ...plain,
          },
          tx,
        );
        if (newEmail !== undefined) await moveEmail(before, newEmail, tx);
        if (passwordHash !== undefined)
          await needs.passwords.store(id, { passwordHash, keepSession: by?.id === id ? by.sessionId : null }, tx);
        if (plain.status !== undefined && plain.status !== 'active') await needs.session.closeAll(id, { tx });
        tx.afterCommit(() => needs.session.forget(id));
      };
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentityService>;
