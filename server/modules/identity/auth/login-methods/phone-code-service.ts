import { randomInt, timingSafeEqual } from 'node:crypto';
import { isError } from '../../../../lib/error';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Executor, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createHumanCheck } from '../login/human-check';
import { createLoginThrottle } from '../login/login-throttle';
import { toNetworkKey, toWideNetworkKey } from '../../../../lib/ip-network';
import { createPhoneCodeRepository } from './phone-code-repository';
import { readPhone } from './login-methods';
import { createKeyedHash } from '../two-factor/secret-box';

/** Seconds a code works. Wire contract 2.1. */
const CODE_LIFE = 300;
/**
 * Wrong tries that a code bears in all, and how many of them it bears from networks that did not ask for it: whoever did
 * has the rest. The throttle of guesses leaves each network five. Promises I-8, I-13.
 */
const MOST_TRIES = 20;
const MOST_TRIES_OF_OTHERS = 15;
/** Seconds until a network may ask for the next code to a number, and until anybody may. */
const COOL_DOWN = 60;
const NUMBER_COOL_DOWN = 20;
const DAY = 24 * 3600;
/** Texts a day to one number without a solved captcha, and with one. They cost money. Promises I-8. */
const NUMBER_UNPROVEN_A_DAY = 2;
const NUMBER_A_DAY = 30;
/** Texts a day that one network, or a wide one, asks for: to one number, and to all. */
const NETWORK_TO_NUMBER_A_DAY = 5;
const WIDE_NETWORK_TO_NUMBER_A_DAY = 10;
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
  const assertHuman = createHumanCheck(context);
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

  type Sent = Parameters<typeof repository.findSent>[0];

  /** The nth newest text of the last so many seconds; undefined when there were fewer. */
  const findSent = (of: Sent, nth: number, seconds: number, executor: Executor) =>
    repository.findSent(of, { nth, since: new Date(clock.now().getTime() - seconds * 1000) }, executor);

  async function assertMaySend(number: string, ip: string, executor: Executor): Promise<void> {
    const assertWithin = async (of: Sent, most: number, seconds = DAY) => {
      const oldest = await findSent(of, most, seconds, executor);
      if (oldest) throw tooSoon(oldest.getTime() + seconds * 1000 - clock.now().getTime());
    };
    const address = toNetworkKey(ip);
    const wideNetwork = toWideNetworkKey(ip);
    await assertWithin({ phone: number, address }, 1, COOL_DOWN);
    await assertWithin({ phone: number }, 1, NUMBER_COOL_DOWN);
    await assertWithin({ phone: number, address }, NETWORK_TO_NUMBER_A_DAY);
    if (wideNetwork !== undefined) await assertWithin({ phone: number, wideNetwork }, WIDE_NETWORK_TO_NUMBER_A_DAY);
    await assertWithin({ phone: number }, NUMBER_A_DAY);
    if (!env.RATE_LIMITS) return;
    await assertWithin({ address }, NETWORK_A_DAY);
    if (wideNetwork !== undefined) await assertWithin({ wideNetwork }, WIDE_NETWORK_A_DAY);
    await assertWithin({}, env.TEXTS_PER_DAY);
  }

  /**
   * Makes strangers work for each text past the first ones. Not under the lock, which would be held while another company
   * checks the token; of many at once only one gets past the cool-down of the number, so none is sent unproven for that.
   */
  async function assertHumanIfMany(number: string, ip: string, captcha: string | undefined): Promise<void> {
    if (!(await findSent({ phone: number }, NUMBER_UNPROVEN_A_DAY, DAY, db))) return;
    // A token counts once: a text that is refused anyway must not spend it.
    await assertMaySend(number, ip, db);
    await assertHuman(captcha, ip, CAPTCHA_TEXT);
  }

  return {
    /**
     * Sends a code. It is the same whether or not the number opens an account.
     *
     * @throws AppError PHONE_INVALID, TOO_MANY_REQUESTS, CAPTCHA_REQUIRED, CAPTCHA_FAILED, SMS_FAILED, PROVIDER_NOT_CONFIGURED
     */
    async send(
      { phone, captcha }: EndpointPart<'sendPhoneCode', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'sendPhoneCode'>> {
      const { sms, siteName } = await assertOffered();
      const { number } = parse(phone);
      await assertHumanIfMany(number, ip, captcha);
      const network = toNetworkKey(ip);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const now = clock.now();
      const id = await inTransaction(db, async (tx) => {
        await repository.takeTurn([number, toWideNetworkKey(ip) ?? network], tx);
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
        const most = row?.address === toNetworkKey(ip) ? MOST_TRIES : MOST_TRIES_OF_OTHERS;
        if (!row || row.tries >= most) return null;
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
    sweep: (): Promise<void> => repository.removeOld(new Date(clock.now().getTime() - DAY * 1000)),
  };
}

export type PhoneCodeService = ReturnType<typeof createPhoneCodeService>;

const CAPTCHA_TEXT = 'Several codes were sent to this number today. Show that you are human to get another one.';

const tooSoon = (waitMs: number) =>
  new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
