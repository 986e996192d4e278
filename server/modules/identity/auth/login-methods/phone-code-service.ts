import { randomInt, randomUUID } from 'node:crypto';
import { isError } from '../../../../lib/error';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService, SiteSettings } from '../../../site/settings/settings-service';
import { toNetworkKey, toWideNetworkKey } from '../../../../lib/ip-network';
import { createPhoneCodeCheck, type PhoneProof } from './phone-code-check';
import { createPhoneCodeRepository } from './phone-code-repository';
import { readPhone } from './login-methods';
import { createTextBudget } from './text-budget';
import { COOL_DOWN, createTextLimits } from './text-limits';
import { createKeyedHash } from '../two-factor/secret-box';

/** Seconds a code works. Wire contract 2.1. */
const CODE_LIFE = 300;
const DAY_MS = 24 * 3600 * 1000;

/** Proving by a code that a phone is at hand. */
export function createPhoneCodeService(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways' | 'jobs' | 'failures'>,
  { settings }: { settings: SettingsService },
) {
  const { db, env, clock, gateways, failures } = context;
  const repository = createPhoneCodeRepository(db);
  const budget = createTextBudget(context, { repository, settings });
  const limits = createTextLimits(context, { repository, budget });
  const hash = createKeyedHash(env.APP_SECRET, 'phone code');
  const hashCode = (phone: string, code: string) => hash(`${phone} ${code}`);
  const checkCode = createPhoneCodeCheck(context, { repository, hashCode });

  async function assertOffered() {
    const site = await settings.read();
    if (!gateways.sms || !site.phoneLoginEnabled) throw new AppError('PROVIDER_NOT_CONFIGURED');
    return { sms: gateways.sms, site };
  }

  function parse(text: string) {
    const phone = readPhone(text);
    if (!phone) throw new AppError('PHONE_INVALID');
    return phone;
  }

  /** Sends a text, or uses its code up. @throws as `send` */
  async function deliver(id: string, send: () => Promise<unknown>): Promise<void> {
    try {
      // Not by the job queue, which would keep the code in clear.
      await send();
    } catch (error) {
      await repository.use(id, clock.now());
      throw error;
    }
  }

  /** Stores a code, if this number may get one now. */
  async function put(number: string, { ip, isProven, site }: { ip: string; isProven: boolean; site: SiteSettings }) {
    const network = toNetworkKey(ip);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const now = clock.now();
    return inTransaction(db, async (tx) => {
      await repository.takeTurn([number, toWideNetworkKey(ip) ?? network], tx);
      await limits.assertMaySend(number, ip, tx);
      if (!isProven) await limits.assertFree(number, ip, tx);
      const { isReserve, isSent } = await budget.decide(number, tx);
      const expiresAt = new Date(now.getTime() + CODE_LIFE * 1000);
      // Nobody can type the code of a text that is not sent.
      const codeHash = hashCode(number, isSent ? code : randomUUID());
      const row = { phone: number, codeHash, address: network, isSent, expiresAt, createdAt: now };
      const id = await repository.put(row, tx);
      if (isSent) await budget.alertOperators(id, site, tx);
      return { id, code, isReserve, isSent };
    });
  }

  return {
    /**
     * Sends a code. The reply is the same whether or not the number opens an account; near the end of the day's texts only one
     * that does gets it.
     *
     * @throws AppError PHONE_INVALID, TOO_MANY_REQUESTS, CAPTCHA_REQUIRED, CAPTCHA_FAILED, SMS_FAILED, PROVIDER_NOT_CONFIGURED
     */
    async send(
      { phone, captcha }: EndpointPart<'sendPhoneCode', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'sendPhoneCode'>> {
      const { sms, site } = await assertOffered();
      const { number } = parse(phone);
      const isProven = await limits.assertHumanIfMany(number, ip, captcha);
      const { id, code, isReserve, isSent } = await put(number, { ip, isProven, site });
      const text = `${code} is your code for ${site.siteName}. Don't share it with anyone.`;
      const sending = isSent ? deliver(id, () => sms.send({ to: number, text })) : undefined;
      const reply = { success: true, expiresIn: CODE_LIFE, resendIn: COOL_DOWN };
      if (isReserve) {
        // Neither a failure nor the time it takes may tell whether a text was sent.
        void sending?.catch((error: unknown) => failures.report('gateway', 'text with a code', error));
        return { ...reply, onlyForAccounts: true };
      }
      try {
        await sending;
      } catch (error) {
        throw new AppError('SMS_FAILED', { details: isError(error) ? error.message : String(error) });
      }
      return reply;
    },

    /**
     * Checks a code and leaves it to be used up by whatever it is for.
     *
     * @throws AppError PHONE_INVALID, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS, PROVIDER_NOT_CONFIGURED
     */
    async check(text: string, code: string, ip: string): Promise<PhoneProof> {
      await assertOffered();
      return checkCode(parse(text), code, ip);
    },

    /** Clears away what no cap counts any more. */
    sweep: (): Promise<void> => repository.removeOld(new Date(clock.now().getTime() - DAY_MS)),
  };
}

export type PhoneCodeService = ReturnType<typeof createPhoneCodeService>;
