import type { ServerContext } from '../../../../context';
import type { Executor } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { toNetworkKey, toWideNetworkKey } from '../../../../lib/ip-network';
import { createHumanCheck } from '../login/human-check';
import type { PhoneCodeRepository } from './phone-code-repository';
import { countedWith, type TextBudget, type TextRequest } from './text-budget';

/** Seconds until a network may ask for the next code to a number, and until anybody may. */
export const COOL_DOWN = 60;
const NUMBER_COOL_DOWN = 20;
const DAY = 24 * 3600;
/** Texts a day to one number without a solved captcha, and with one. They cost money. Promises I-8. */
const NUMBER_UNPROVEN_A_DAY = 2;
const NUMBER_A_DAY = 30;
/** The same of those that are asked for where its owner has logged in: strangers use none of them up. */
const OWNER_A_DAY = 5;
/** Texts a day that one network, or a wide one, asks for: to one number, and to all. */
const NETWORK_TO_NUMBER_A_DAY = 5;
const WIDE_NETWORK_TO_NUMBER_A_DAY = 10;
const NETWORK_A_DAY = 30;
const WIDE_NETWORK_A_DAY = 120;

/** How many texts with codes one number and one network get, and which of them cost a solved captcha. */
export function createTextLimits(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { repository, budget }: { repository: Pick<PhoneCodeRepository, 'findSent'>; budget: TextBudget },
) {
  const { db, env, clock } = context;
  const assertHuman = createHumanCheck(context);
  type Sent = Parameters<typeof repository.findSent>[0];

  /** The nth newest text of the last so many seconds; undefined when there were fewer. */
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
    // Others in the wide network of an owner are strangers, too.
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

  /** Why the next text to a number costs a solved captcha, in words for who asks; null where it is free. */
  async function findCaptchaReason(request: TextRequest, executor: Executor): Promise<string | null> {
    if (await findSent(countedWith(request), NUMBER_UNPROVEN_A_DAY, DAY, executor)) return MANY_TO_NUMBER;
    return (await budget.needsCaptcha(executor)) ? MANY_TO_ALL : null;
  }

  return {
    assertCanSend,

    /**
     * Makes strangers work for each text past the first ones. Not under the lock, which would be held while another company
     * checks the token.
     *
     * @returns whether they did.
     * @throws AppError TOO_MANY_REQUESTS, CAPTCHA_REQUIRED, CAPTCHA_FAILED
     */
    async assertHumanIfMany(request: TextRequest, captcha: string | undefined): Promise<boolean> {
      const reason = await findCaptchaReason(request, db);
      if (reason === null) return false;
      // A token counts once: a text that is refused anyway must not spend it.
      await assertCanSend(request, db);
      await assertHuman(captcha, request.ip, reason);
      return true;
    },

    /** The same under the lock, for who did not have to: of many at once, others were quicker. @throws AppError CAPTCHA_REQUIRED */
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
