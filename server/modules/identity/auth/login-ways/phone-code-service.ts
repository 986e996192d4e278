import { randomInt, timingSafeEqual } from 'node:crypto';
import { isError } from '../../../../lib/error';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createLoginThrottle } from '../login/login-throttle';
import { networkOf, wideNetworkOf } from '../../../../lib/network-of';
import { createPhoneCodeRepository } from './phone-code-repository';
import { readPhone } from './login-ways';
import { createKeyedHash } from '../two-factor/secret-box';

/** Seconds a code works. Wire contract 2.1. */
const CODE_LIFE = 300;
/** Seconds until the next code may be asked for. */
const COOL_DOWN = 60;
/** Wrong tries that a code bears. Promises I-8. */
const MOST_TRIES = 5;
const DAY_MS = 24 * 3600 * 1000;
/** Texts a day: to one number, asked for from one network, and from a wide one. They cost money. Promises I-8. */
const NUMBER_A_DAY = 8;
const NETWORK_A_DAY = 30;
const WIDE_NETWORK_A_DAY = 120;

/** A code that was right, and can still be used up. */
export interface PhoneProof {
  /** E.164. */
  number: string;
  dialCode: string;
  /** Uses the code up with the transaction. @throws AppError INVALID_VERIFICATION_CODE when it was used meanwhile */
  use(tx: Tx): Promise<void>;
}

/** Proving by a code that a phone is at hand. */
export function createPhoneCodeService(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { settings }: { settings: SettingsService },
) {
  const { db, env, clock, gateways } = context;
  const repository = createPhoneCodeRepository(db);
  const guesses = createLoginThrottle(context, 'phone code');
  const hash = createKeyedHash(env.APP_SECRET, 'phone code');
  const hashCode = (phone: string, code: string) => hash(`${phone} ${code}`);

  async function assertOffered() {
    const { phoneLoginEnabled, siteName } = await settings.read();
    if (!gateways.sms || !phoneLoginEnabled) throw new AppError('PROVIDER_NOT_CONFIGURED');
    return { sms: gateways.sms, siteName };
  }

  function parse(text: string) {
    const phone = readPhone(text);
    if (!phone) throw new AppError('PHONE_INVALID');
    return phone;
  }

  async function assertMaySend(number: string, ip: string, tx: Tx): Promise<void> {
    const now = clock.now().getTime();
    const since = new Date(now - DAY_MS);
    type Sent = Parameters<typeof repository.findSent>[0];
    const assertWithin = async (of: Sent, most: number) => {
      const oldest = await repository.findSent(of, { nth: most, since }, tx);
      if (oldest) throw tooSoon(oldest.getTime() + DAY_MS - now);
    };
    const last = await repository.findSent({ phone: number }, { nth: 1, since }, tx);
    const wait = (last?.getTime() ?? 0) + COOL_DOWN * 1000 - now;
    if (wait > 0) throw tooSoon(wait);
    await assertWithin({ phone: number }, NUMBER_A_DAY);
    if (!env.RATE_LIMITS) return;
    await assertWithin({ address: networkOf(ip) }, NETWORK_A_DAY);
    const wideNetwork = wideNetworkOf(ip);
    if (wideNetwork !== undefined) await assertWithin({ wideNetwork }, WIDE_NETWORK_A_DAY);
    await assertWithin({}, env.TEXTS_PER_DAY);
  }

  return {
    /**
     * Sends a code. It is the same whether or not the number opens an account.
     *
     * @throws AppError PHONE_INVALID, TOO_MANY_REQUESTS, SMS_FAILED, PROVIDER_NOT_CONFIGURED
     */
    async send(text: string, ip: string): Promise<EndpointReply<'sendPhoneCode'>> {
      const { sms, siteName } = await assertOffered();
      const { number } = parse(text);
      const network = networkOf(ip);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const now = clock.now();
      const id = await inTransaction(db, async (tx) => {
        await repository.takeTurn([number, wideNetworkOf(ip) ?? network], tx);
        await assertMaySend(number, ip, tx);
        const expiresAt = new Date(now.getTime() + CODE_LIFE * 1000);
        const codeHash = hashCode(number, code);
        return repository.put({ phone: number, codeHash, address: network, expiresAt, createdAt: now }, tx);
      });
      try {
        // Not by the job queue, which would keep the code in clear.
        await sms.send({ to: number, text: `${code} is your code for ${siteName}. Don't share it with anyone.` });
      } catch (error) {
        await repository.use(id, now);
        throw new AppError('SMS_FAILED', { details: isError(error) ? error.message : String(error) });
      }
      return { success: true, expiresIn: CODE_LIFE, resendIn: COOL_DOWN };
    },

    /**
     * Checks a code and leaves it to be used up by whatever it is for.
     *
     * @throws AppError PHONE_INVALID, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS, PROVIDER_NOT_CONFIGURED
     */
    async check(text: string, code: string, ip: string): Promise<PhoneProof> {
      await assertOffered();
      const phone = parse(text);
      const guess = await guesses.assertMayTry({ account: phone.number, ip });
      const id = await inTransaction(db, async (tx) => {
        const row = await repository.lock(phone.number, clock.now(), tx);
        if (!row || row.tries >= MOST_TRIES) return null;
        const given = Buffer.from(hashCode(phone.number, code.replaceAll(/\s/g, '')));
        if (timingSafeEqual(given, Buffer.from(row.codeHash))) return row.id;
        // Counted, not thrown, so that the count is kept.
        await repository.noteWrong(row.id, tx);
        return null;
      });
      if (id === null) throw new AppError('INVALID_VERIFICATION_CODE');
      await guesses.noteRight(guess);
      return {
        ...phone,
        async use(tx) {
          if (!(await repository.use(id, clock.now(), tx))) throw new AppError('INVALID_VERIFICATION_CODE');
        },
      };
    },

    /** Clears away what no cap counts any more. */
    sweep: (): Promise<void> => repository.removeOld(new Date(clock.now().getTime() - DAY_MS)),
  };
}

export type PhoneCodeService = ReturnType<typeof createPhoneCodeService>;

const tooSoon = (waitMs: number) =>
  new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
