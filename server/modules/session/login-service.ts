import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { AppError } from '../../errors';
import type { Caller, EntryService } from './entry-service';
import { createGuessLimit } from './guess-limit';
import { createIdentityRepository } from './identity-repository';
import { hashPassword, needsRehash, verifyPassword } from './passwords';
import { readPhone } from './phone-numbers';

/** Logging in with a password. */
export function createLoginService(
  context: Pick<ServerContext, 'db' | 'env' | 'clock'>,
  { entry }: { entry: EntryService },
) {
  const repository = createIdentityRepository(context.db);
  const guesses = createGuessLimit(context);

  return {
    /**
     * Opens a session for whoever knows the password of an account of either kind.
     *
     * An unknown account and a wrong password are refused alike and take the same time; only who knows the password hears
     * more. The family answers 404 and 422, and tells of an unconfirmed e-mail before it looks at the password (wire
     * contract 1.3): there anybody can find out who has an account. Clients show the message only, so nothing of theirs
     * breaks. Promises I-7.
     *
     * @throws AppError INCORRECT_CREDENTIALS, EMAIL_NOT_VERIFIED, ACCOUNT_INACTIVE, TWO_STEP_REQUIRED,
     * INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS.
     */
    async login(input: EndpointPart<'login', 'body'>, caller: Caller): Promise<EndpointReply<'login'>> {
      const name = input.username || input.email;
      const phone = name ? undefined : (readPhone(input.phone)?.number ?? input.phone);
      const guessed = name ?? phone ?? '';
      await guesses.assertMayTry(guessed, caller.ip);
      const account = await repository.findByLogin({ name, phone });
      const isRight = await verifyPassword(account?.passwordHash, input.password);
      if (!account || !isRight) throw new AppError('INCORRECT_CREDENTIALS');
      await guesses.noteRight(guessed, caller.ip);
      const { remember, verificationCode } = input;
      const token = await entry.enter({ account, verificationCode, remember, caller });
      if (account.passwordHash && needsRehash(account.passwordHash)) {
        await repository.update(account.id, { passwordHash: await hashPassword(input.password) });
      }
      return { token };
    },

    /** Clears away counts of guesses that no longer matter. */
    sweep: guesses.sweep,
  };
}

export type LoginService = ReturnType<typeof createLoginService>;
