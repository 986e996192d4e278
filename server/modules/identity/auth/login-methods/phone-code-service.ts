import { getMessage } from '../../../../lib/error';
import { randomInt, randomUUID } from 'node:crypto';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService, SiteSettings } from '../../../site/settings/settings-service';
import { toNetworkKey, toWidestNetworkKey } from '../../../../lib/ip-network';
import { createPhoneCodeCheck, type PhoneProof } from './phone-code-check';
import { createPhoneCodeRepository, type PhoneCodeRepository } from './phone-code-repository';
import { readPhone } from './login-methods';
import { createTextBudget, type TextRequest } from './text-budget';
import { COOL_DOWN, createTextLimits } from './text-limits';
import { createKeyedHash } from '../../../../lib/secret-box';

/** Wire contract 2.1. */
const CODE_SECONDS = 300;
const DAY_MS = 24 * 3600 * 1000;

type PhoneCodeContext = Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways' | 'jobs' | 'failures'>;

interface PhoneCodes extends PhoneCodeContext {
  repository: PhoneCodeRepository;
  budget: ReturnType<typeof createTextBudget>;
  limits: ReturnType<typeof createTextLimits>;
  hashCode(phone: string, code: string): string;
}

export type PhoneCodeService = ReturnType<typeof createPhoneCodeService>;

export function createPhoneCodeService(context: PhoneCodeContext, { settings }: { settings: SettingsService }) {
  const { db, env, clock, gateways } = context;
  const repository = createPhoneCodeRepository(db);
  const budget = createTextBudget(context, { repository, settings });
  const limits = createTextLimits(context, { repository, budget });
  const hash = createKeyedHash(env.APP_SECRET, 'phone code');
  const hashCode = (phone: string, code: string) => hash(`${phone} ${code}`);
  const checkCode = createPhoneCodeCheck(context, { repository, hashCode });
  const codes: PhoneCodes = { ...context, repository, budget, limits, hashCode };

  async function getSms() {
    const site = await settings.read();
    if (!gateways.sms || !site.phoneLoginEnabled) throw new AppError('PROVIDER_NOT_CONFIGURED');
    return { sms: gateways.sms, site };
  }

  return {
    async send(body: EndpointPart<'sendPhoneCode', 'body'>, ip: string): Promise<EndpointReply<'sendPhoneCode'>> {
      return sendCode(codes, await getSms(), body, ip);
    },

    /** Checks a code without using it up. @throws AppError PHONE_INVALID, PROVIDER_NOT_CONFIGURED, and as `checkCode` */
    async check(text: string, code: string, ip: string): Promise<PhoneProof> {
      await getSms();
      return checkCode(parsePhone(text), code, ip);
    },

    /** Deletes codes that are too old to count toward any limit. */
    sweep: (): Promise<void> => repository.removeOld(new Date(clock.now().getTime() - DAY_MS)),
  };
}

/**
 * The response does not reveal whether the number has an account.
 * @throws AppError PHONE_INVALID, TOO_MANY_REQUESTS, CAPTCHA_REQUIRED, CAPTCHA_FAILED, SMS_FAILED
 */
async function sendCode(
  codes: PhoneCodes,
  { sms, site }: { sms: NonNullable<PhoneCodeContext['gateways']['sms']>; site: SiteSettings },
  { phone, captcha }: EndpointPart<'sendPhoneCode', 'body'>,
  ip: string,
): Promise<EndpointReply<'sendPhoneCode'>> {
  const { repository, limits, failures, clock } = codes;
  const { number } = parsePhone(phone);
  // Queried for numbers without an account too, so that timing does not reveal accounts.
  const loginNetworks = await repository.listLoginNetworks(number);
  const isOwn = loginNetworks.includes(toNetworkKey(ip));
  const request = { phone: number, ip, isOwn, loginNetworks };
  const isProven = await limits.assertHumanIfMany(request, captcha);
  const { id, code, isReserve, isSent } = await storeCode(codes, request, { isProven, site });
  const text = `${code} is your code for ${site.siteName}. Don't share it with anyone.`;
  // Not sent by a job, because the queue would store the code in plain text.
  const sending = isSent
    ? sms.send({ to: number, text }).catch(async (error: unknown) => {
        await repository.end(id, clock.now());
        throw error;
      })
    : undefined;
  const reply = { success: true, expiresIn: CODE_SECONDS, resendIn: COOL_DOWN };
  if (isReserve) {
    // Neither an error nor the response time may reveal whether a text was sent.
    void sending?.catch((error: unknown) => failures.report('gateway', 'text with a log-in code', error));
    return { ...reply, onlyForAccounts: true };
  }
  try {
    await sending;
  } catch (error) {
    throw new AppError('SMS_FAILED', { details: getMessage(error) });
  }
  return reply;
}

/** @throws AppError TOO_MANY_REQUESTS, CAPTCHA_REQUIRED */
async function storeCode(
  { db, clock, repository, limits, budget, hashCode }: PhoneCodes,
  request: TextRequest,
  { isProven, site }: { isProven: boolean; site: SiteSettings },
) {
  const { phone, ip, isOwn, loginNetworks } = request;
  const network = toNetworkKey(ip);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await repository.lock([phone, toWidestNetworkKey(ip)], tx);
    await limits.assertCanSend(request, tx);
    if (!isProven) await limits.assertFree(request, tx);
    const { isReserve, isInShare, isSent } = await budget.decide(request, tx);
    const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
    // An unsent code is replaced by a UUID, which no code ever matches.
    const codeHash = hashCode(phone, isSent ? code : randomUUID());
    const row = { phone, codeHash, address: network, isSent, expiresAt, createdAt: now };
    // Replaces only codes that the same network, or the owner, has requested: others must not be able to invalidate the owner's
    // code. If the number's share is used up, its existing code stays valid.
    const id = isInShare
      ? await repository.put({ ...row, isReserve }, isOwn ? loginNetworks : [network], tx)
      : await repository.insert({ ...row, usedAt: now }, tx);
    // Called for unsent texts too, so that timing does not reveal them.
    await budget.alertOperators(id, site, tx);
    return { id, code, isReserve, isSent };
  });
}

function parsePhone(text: string) {
  const phone = readPhone(text);
  if (!phone) throw new AppError('PHONE_INVALID');
  return phone;
}
