import type { ServerContext } from '../../../../context';
import type { Executor, Tx } from '../../../../db/transaction';
import { composeMail } from '../../../../mail/compose-mail';
import type { SettingsService, SiteSettings } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { PhoneCodeRepository } from './phone-code-repository';

const DAY_MS = 24 * 3600 * 1000;
/** Share of the site's texts of a day from which on each costs a solved captcha. */
const CAPTCHA_SHARE = 1 / 4;
/** Share at which the operators are told. */
const ALERT_SHARE = 1 / 2;
/** Share from which on the rest is kept for numbers that open an account. */
const RESERVE_SHARE = 3 / 4;
/** Share from which on the rest of the reserve is kept for those of them that had no text in 24 hours. */
const FRESH_SHARE = 7 / 8;
/** Texts of the reserve that one number gets in a day, and its owner beside: strangers who know a few numbers must not use it up. */
const MAX_RESERVE_TEXTS_OF_NUMBER = 2;

/** A text with a code that somebody asks for. */
export interface TextRequest {
  /** E.164. */
  phone: string;
  ip: string;
  /** Networks from which the account of the number has logged in. */
  loginNetworks: readonly string[];
  /** It comes from one of these. Its owner's texts and those of strangers are counted apart. */
  isOwn: boolean;
}

/** The texts to a number that count with one that is asked for. */
export const countedWith = ({ phone, loginNetworks, isOwn }: TextRequest) =>
  isOwn ? { phone, addresses: loginNetworks } : { phone, otherAddresses: loginNetworks };

/** Whether a number gets a text. */
export interface TextDecision {
  /** The last part of the day's texts is in use. The reply and its time must not depend on `isSent` then. */
  isReserve: boolean;
  /** It would get one, if it opens an account. Always, while the reserve is not in use. */
  isInShare: boolean;
  isSent: boolean;
}

export type TextBudget = ReturnType<typeof createTextBudget>;

/** The texts that the whole site sends in a day. They cost money, and strangers must not use them up. Promises I-8, I-13. */
export function createTextBudget(
  { db, env, clock, jobs, failures }: Pick<ServerContext, 'db' | 'env' | 'clock' | 'jobs' | 'failures'>,
  {
    repository,
    settings,
  }: {
    repository: Pick<PhoneCodeRepository, 'findSent' | 'lock' | 'markAlert'>;
    settings: Pick<SettingsService, 'getOperatorAddress'>;
  },
) {
  const identities = createIdentityRepository(db);
  const getDayStart = () => new Date(clock.now().getTime() - DAY_MS);

  async function isUsed(share: number, executor: Executor): Promise<boolean> {
    if (!env.RATE_LIMITS) return false;
    const nth = Math.ceil(env.TEXTS_PER_DAY * share);
    return (await repository.findSent({ isSent: true }, { nth, since: getDayStart() }, executor)) !== undefined;
  }

  /** Asks the same of each number, and counts those without an account as if they had got a text: the time must not tell. */
  async function hasShare(request: TextRequest, tx: Tx): Promise<boolean> {
    const had = async (of: { isSent: true } | { isReserve: true }, nth: number) =>
      (await repository.findSent({ ...countedWith(request), ...of }, { nth, since: getDayStart() }, tx)) !== undefined;
    const isUsedUp = await isUsed(1, tx);
    const isForFresh = await isUsed(FRESH_SHARE, tx);
    const [hadOne, hadOfReserve] = [await had({ isSent: true }, 1), await had({ isReserve: true }, 1)];
    const hadAll = await had({ isReserve: true }, MAX_RESERVE_TEXTS_OF_NUMBER);
    return !isUsedUp && !(isForFresh ? hadOne || hadOfReserve : hadAll);
  }

  const isAlerted = async (tx: Tx): Promise<boolean> =>
    (await repository.findSent({ isAlert: true }, { nth: 1, since: getDayStart() }, tx)) !== undefined;

  return {
    needsCaptcha: (executor: Executor): Promise<boolean> => isUsed(CAPTCHA_SHARE, executor),

    async decide(request: TextRequest, tx: Tx): Promise<TextDecision> {
      if (!(await isUsed(RESERVE_SHARE, tx))) return { isReserve: false, isInShare: true, isSent: true };
      const isInShare = await hasShare(request, tx);
      const account = await identities.findByLogin({ phone: request.phone }, tx);
      return { isReserve: true, isInShare, isSent: isInShare && account !== null };
    },

    /**
     * Tells the operators, once a day, that half of the day's texts are used up.
     *
     * @param id of the code that was stored last.
     */
    async alertOperators(id: string, site: SiteSettings, tx: Tx): Promise<void> {
      if (!(await isUsed(ALERT_SHARE, tx)) || (await isAlerted(tx))) return;
      await repository.lock(['alert'], tx);
      if (await isAlerted(tx)) return;
      await repository.markAlert(id, tx);
      const { siteName } = site;
      const to = settings.getOperatorAddress(site);
      const what = `Half of the ${env.TEXTS_PER_DAY} texts with log-in codes that this site sends in 24 hours are used up.`;
      tx.afterCommit(() => failures.report('gateway', 'texts of a day', new Error(what)));
      if (to === '') return;
      const mail = composeMail({
        to,
        siteName,
        subject: 'Half of today’s log-in codes are used up',
        paragraphs: [
          what,
          'Each text costs a solved captcha for now. Once three quarters are used, only numbers that open an account get one, at most two a day each and two more where its owner has logged in, and the last eighth is for those that got none in 24 hours.',
          'If your members need more, raise TEXTS_PER_DAY. If somebody wastes them, set phoneLoginEnabled to false for a while.',
        ],
      });
      await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
    },
  };
}
