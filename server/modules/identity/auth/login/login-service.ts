import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';
import { createTtlCache } from '../../../../lib/ttl-cache';
import { toWidestNetworkKey } from '../../../../lib/ip-network';
import type { ClientInfo, LoginCompletion } from './login-completion-service';
import { createHumanCheck } from './human-check';
import { createLoginThrottle, LOGIN_GUESSES } from './login-throttle';
import { createIdentityRepository } from '../accounts/identity-repository';
import { demoPassword, isDemoAddress } from './demo-logins';
import type { KnownDevices } from '../session/known-devices';
import { hashPassword, needsRehash, verifyPassword } from '../credentials/passwords';
import { readPhone } from '../login-methods/login-methods';

/** Different spellings of an unknown name become the same, so that guesses at it share one counter. */
const normalizeName = (name: string) => name.normalize('NFKC').toLowerCase();

type LoginNames = Pick<EndpointPart<'login', 'body'>, 'username' | 'email' | 'phone' | 'device'>;

function readLogin({ username, email, phone }: LoginNames) {
  const name = username || email;
  return { name, phone: name ? undefined : (readPhone(phone)?.number ?? phone) };
}

export function createLoginService(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { entry, devices }: { entry: LoginCompletion; devices: KnownDevices },
) {
  const repository = createIdentityRepository(context.db);
  const guesses = createLoginThrottle(context, LOGIN_GUESSES);
  const assertHuman = createHumanCheck(context);

  // Cached, because attackers try the same account repeatedly.
  const ids = createTtlCache<string | null>({ ttlMs: 5_000, most: 5_000, now: () => context.clock.now().getTime() });
  const findId = (login: { name?: string; phone?: string }) =>
    ids.get(JSON.stringify(login), async () => (await repository.findByLogin(login))?.id ?? null);

  /** The README publishes the demo password, so it works only where sandboxes are used. Promises W-11. */
  const isDisabledDemo = ({ email }: { email: string | null }, password: string) =>
    !context.env.SANDBOX && (password === demoPassword || isDemoAddress(email));

  return {
    /**
     * For an unknown account and a wrong password, error and timing are the same. Compatible backends respond with 404 and 422,
     * or first report an unverified email (wire contract 1.3), which reveals who has an account. Promises I-7.
     * @throws AppError INCORRECT_CREDENTIALS, EMAIL_NOT_VERIFIED, ACCOUNT_INACTIVE, TWO_STEP_REQUIRED,
     * INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS; for guests also CAPTCHA_REQUIRED, CAPTCHA_FAILED, RESET_REQUIRED
     */
    async login(input: EndpointPart<'login', 'body'>, caller: ClientInfo): Promise<EndpointReply<'login'>> {
      const { name, phone } = readLogin(input);
      const accountId = await findId({ name, phone });
      const knownDevice = await devices.find(accountId ?? '', input.device);
      const guess = await guesses.assertGuestCanTry(
        { account: accountId ?? normalizeName(name ?? phone ?? ''), ip: caller.ip, knownDevice },
        () => assertHuman(input.captcha, caller.ip),
      );
      const account = await repository.findByLogin({ name, phone });
      const turn =
        knownDevice && accountId ? { key: accountId } : { key: toWidestNetworkKey(caller.ip), isStranger: true };
      const isRight = await guesses.compare(guess, () => verifyPassword(account?.passwordHash, input.password, turn));
      if (!account || !isRight || isDisabledDemo(account, input.password)) throw new AppError('INCORRECT_CREDENTIALS');
      await guesses.recordSuccess(guess);
      const { remember, verificationCode } = input;
      const entered = await entry.enter({ account, verificationCode, remember, caller, device: input.device });
      const from = account.passwordHash;
      // `rehash` does not overwrite a password that was set meanwhile.
      if (from && needsRehash(from))
        await repository.rehash(account.id, { from, to: await hashPassword(input.password, { key: account.id }) });
      return entered;
    },

    /** @returns the account if the login comes from one of its known devices, otherwise null */
    async findOwner(input: LoginNames): Promise<string | null> {
      if (typeof input.device !== 'string') return null;
      const { name, phone } = readLogin(input);
      if (!name && !phone) return null;
      const accountId = await findId({ name, phone });
      return accountId !== null && (await devices.find(accountId, input.device)) !== null ? accountId : null;
    },

    hasDemoAccounts: () => repository.hasDemoAccounts(),

    async sweep(): Promise<void> {
      await guesses.sweep();
      await devices.sweep();
    },
  };
}
