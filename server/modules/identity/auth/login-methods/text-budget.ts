import type { ServerContext } from '../../../../context';
import type { Executor, Tx } from '../../../../db/transaction';
import { composeMail } from '../../../../mail/compose-mail';
import type { SettingsService, SiteSettings } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { PhoneCodeRepository } from './phone-code-repository';

const DAY_MS = 24 * 3600 * 1000;
/** Once this share of the site's daily texts is used, every text requires a captcha. */
const CAPTCHA_SHARE = 1 / 4;
const ALERT_SHARE = 1 / 2;
/** Once this share is used, only numbers with an account get texts; the rest is the reserve. */
const RESERVE_SHARE = 3 / 4;
/** Once this share is used, only numbers get a text that have an account and had no text in the last 24 hours. */
const FRESH_SHARE = 7 / 8;
/** Texts from the reserve per number and day. Counted separately for its owner, so that attackers cannot use up the owner's. */
const MAX_RESERVE_TEXTS_OF_NUMBER = 2;

export interface TextRequest {
  /** E.164. */
  phone: string;
  ip: string;
  /** Networks of the known devices of the number's account. */
  loginNetworks: readonly string[];
  /** True if requested from one of `loginNetworks`. Texts requested by the owner and by others have separate limits. */
  isOwn: boolean;
}

export const countedWith = ({ phone, loginNetworks, isOwn }: TextRequest) =>
  isOwn ? { phone, addresses: loginNetworks } : { phone, otherAddresses: loginNetworks };

export interface TextDecision {
  /** True if the reserve is in use: then neither the response nor its timing may depend on `isSent`. */
  isReserve: boolean;
  /** True if the number has not used up its share; always true outside the reserve. */
  isInShare: boolean;
  isSent: boolean;
}

export type TextBudget = ReturnType<typeof createTextBudget>;

/** Daily budget of texts for the whole site. Texts cost money, and attackers must not use them up. Promises I-8, I-13. */
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

  /** Runs the same queries for every number, and counts unsent texts as sent, so that timing does not reveal accounts. */
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

    /** Alerts at most once a day. @param id id of the latest code */
    async alertOperators(id: string, site: SiteSettings, tx: Tx): Promise<void> {
      if (!(await isUsed(ALERT_SHARE, tx)) || (await isAlerted(tx))) return;
      await repository.lock(['alert'], tx);
      if (await isAlerted(tx)) return;
      await repository.markAlert(id, tx);
      const { siteName } = site;
      const to = settings.getOperatorAddress(site);
      const what = `Half of the ${env.TEXTS_PER_DAY} texts with log-in codes that this site sends in 24 hours are used up.`;
      tx.afterCommit(() => failures.report('gateway', 'daily text budget', new Error(what)));
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
