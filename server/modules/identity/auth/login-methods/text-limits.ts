import type { ServerContext } from '../../../../context';
import type { Executor } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { toNetworkKey, toWideNetworkKey } from '../../../../lib/ip-network';
import { createHumanCheck } from '../login/human-check';
import type { PhoneCodeRepository } from './phone-code-repository';
import { countedWith, type TextBudget, type TextRequest } from './text-budget';

/** Seconds until the next code for a number can be requested: by the same network, and by any network. */
export const COOL_DOWN = 60;
const NUMBER_COOL_DOWN = 20;
const DAY = 24 * 3600;
/** Texts to one number per day: without a solved captcha, and in total. They cost money. Promises I-8. */
const NUMBER_UNPROVEN_A_DAY = 2;
const NUMBER_A_DAY = 30;
/** Texts per day that the owner's networks can request. Counted separately, so that attackers cannot use them up. */
const OWNER_A_DAY = 5;
/** Texts per day that a network, or a wide network, can request for one number and for all numbers. */
const NETWORK_TO_NUMBER_A_DAY = 5;
const WIDE_NETWORK_TO_NUMBER_A_DAY = 10;
const NETWORK_A_DAY = 30;
const WIDE_NETWORK_A_DAY = 120;

export function createTextLimits(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { repository, budget }: { repository: Pick<PhoneCodeRepository, 'findSent'>; budget: TextBudget },
) {
  const { db, env, clock } = context;
  const assertHuman = createHumanCheck(context);
  type Sent = Parameters<typeof repository.findSent>[0];

  const findSent = (of: Sent, nth: number, seconds: number, executor: Executor) =>
    repository.findSent(of, { nth, since: new Date(clock.now().getTime() - seconds * 1000) }, executor);

  /** @throws AppError TOO_MANY_REQUESTS */
  async function assertCanSend(request: TextRequest, executor: Executor): Promise<void> {
    const assertWithin = async (of: Sent, most: number, seconds = DAY) => {
      const oldest = await findSent(of, most, seconds, executor);
      if (oldest) throw tooSoon(oldest.getTime() + seconds * 1000 - clock.now().getTime());
    };
    const { phone, ip, isOwn } = request;
    const addresses = [toNetworkKey(ip)];
    // Other addresses in the owner's wide network do not count as the owner's.
    const wideNetwork = isOwn ? undefined : toWideNetworkKey(ip);
    await assertWithin({ phone, addresses }, 1, COOL_DOWN);
    await assertWithin(countedWith(request), 1, NUMBER_COOL_DOWN);
    await assertWithin({ phone, addresses }, NETWORK_TO_NUMBER_A_DAY);
    if (wideNetwork !== undefined) await assertWithin({ phone, wideNetwork }, WIDE_NETWORK_TO_NUMBER_A_DAY);
    await assertWithin(countedWith(request), isOwn ? OWNER_A_DAY : NUMBER_A_DAY);
    if (!env.RATE_LIMITS) return;
    await assertWithin({ addresses }, NETWORK_A_DAY);
    if (wideNetwork !== undefined) await assertWithin({ wideNetwork }, WIDE_NETWORK_A_DAY);
  }

  /** @returns the message for the user; null if no captcha is needed */
  async function findCaptchaReason(request: TextRequest, executor: Executor): Promise<string | null> {
    if (await findSent(countedWith(request), NUMBER_UNPROVEN_A_DAY, DAY, executor)) return MANY_TO_NUMBER;
    return (await budget.needsCaptcha(executor)) ? MANY_TO_ALL : null;
  }

  return {
    assertCanSend,

    /**
     * Called without the lock, because a third party may verify the token.
     * @returns whether a captcha was solved
     * @throws AppError TOO_MANY_REQUESTS, CAPTCHA_REQUIRED, CAPTCHA_FAILED
     */
    async assertHumanIfMany(request: TextRequest, captcha: string | undefined): Promise<boolean> {
      const reason = await findCaptchaReason(request, db);
      if (reason === null) return false;
      // A token works only once, so it must not be used up for a text that a limit rejects.
      await assertCanSend(request, db);
      await assertHuman(captcha, request.ip, reason);
      return true;
    },

    /** Checks again while holding the lock, since concurrent requests may have come first. @throws AppError CAPTCHA_REQUIRED */
    async assertFree(request: TextRequest, executor: Executor): Promise<void> {
      const reason = await findCaptchaReason(request, executor);
      if (reason !== null) await assertHuman(undefined, request.ip, reason);
    },
  };
}

const MANY_TO_NUMBER = 'Several codes were sent to this number today. Show that you are human to get another one.';
const MANY_TO_ALL = 'Many codes were asked for today. Show that you are human to get one.';

const tooSoon = (waitMs: number) =>
  new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
