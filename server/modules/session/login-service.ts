import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { AppError } from '../../errors';
import type { SettingsService } from '../settings/settings-service';
import { createGuessLimit } from './guess-limit';
import { createIdentityRepository, type AccountRow } from './identity-repository';
import { hashPassword, needsRehash, verifyPassword } from './passwords';
import type { SessionService } from './session-service';

export interface Caller {
  ip: string;
  userAgent: string;
}

/** Logging in with a password. */
export function createLoginService(
  { db, env }: Pick<ServerContext, 'db' | 'env'>,
  { session, settings }: { session: SessionService; settings: SettingsService },
) {
  const repository = createIdentityRepository(db);
  const guesses = createGuessLimit(env.RATE_LIMITS);

  /**
   * An unknown account and a wrong password are refused alike, and only who knows the password hears more. The family
   * answers 404 and 422, and tells of an unconfirmed e-mail before it looks at the password (wire contract 1.3): there
   * anybody can find out who has an account. Clients show the message only, so nothing of theirs breaks. Promises I-7.
   */
  async function assertMayEnter(account: AccountRow | null, isRight: boolean): Promise<AccountRow> {
    if (!account || !isRight) throw new AppError('INCORRECT_CREDENTIALS');
    const { requireEmailVerification } = await settings.read();
    const isWaiting = account.status === 'pending-email-confirmation';
    if (isWaiting || (requireEmailVerification && account.email && !account.verifiedEmail)) {
      throw new AppError('EMAIL_NOT_VERIFIED');
    }
    if (account.status !== 'active') throw new AppError('ACCOUNT_INACTIVE');
    return account;
  }

  return {
    /**
     * Opens a session for whoever knows the password of an account of either kind.
     *
     * @throws AppError INCORRECT_CREDENTIALS, EMAIL_NOT_VERIFIED, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS.
     * An account that does not exist costs the same time as a wrong password.
     */
    async login(input: EndpointPart<'login', 'body'>, { ip, userAgent }: Caller): Promise<EndpointReply<'login'>> {
      const name = input.username || input.email;
      const phone = input.phone?.replaceAll(/[\s()-]/g, '');
      const guessed = name ?? phone ?? '';
      await guesses.assertMayTry(guessed, ip);
      const known = await repository.findByLogin({ name, phone });
      const isRight = await verifyPassword(known?.passwordHash, input.password);
      if (!isRight) await guesses.noteWrong(guessed, ip);
      const account = await assertMayEnter(known, isRight);
      await guesses.noteRight(guessed, ip);
      if (account.passwordHash && needsRehash(account.passwordHash)) {
        await repository.update(account.id, { passwordHash: await hashPassword(input.password) });
      }
      const token = await session.open(account.id, { remember: input.remember ?? false, userAgent, ip });
      return { token };
    },
  };
}

export type LoginService = ReturnType<typeof createLoginService>;
