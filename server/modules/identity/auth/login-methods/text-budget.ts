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

/** Whether a number gets a text. */
export interface TextDecision {
  /** The last part of the day's texts is in use. The reply and its time must not depend on `isSent` then. */
  isReserve: boolean;
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
    repository: Pick<PhoneCodeRepository, 'findSent' | 'lockSending' | 'markAlert'>;
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

  return {
    needsCaptcha: (executor: Executor): Promise<boolean> => isUsed(CAPTCHA_SHARE, executor),

    async decide(number: string, tx: Tx): Promise<TextDecision> {
      if (!(await isUsed(RESERVE_SHARE, tx))) return { isReserve: false, isSent: true };
      const account = await identities.findByLogin({ phone: number }, tx);
      const isUsedUp = await isUsed(1, tx);
      return { isReserve: true, isSent: account !== null && !isUsedUp };
    },

    /**
     * Tells the operators, once a day, that half of the day's texts are used up.
     *
     * @param id of the code that was stored last.
     */
    async alertOperators(id: string, site: SiteSettings, tx: Tx): Promise<void> {
      if (!(await isUsed(ALERT_SHARE, tx))) return;
      await repository.lockSending(['alert'], tx);
      if (await repository.findSent({ isAlert: true }, { nth: 1, since: getDayStart() }, tx)) return;
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
          'Each text costs a solved captcha for now. Once three quarters are used, only numbers that open an account get one.',
          'If your members need more, raise TEXTS_PER_DAY. If somebody wastes them, set phoneLoginEnabled to false for a while.',
        ],
      });
      await jobs.send('send-mail', mail, { tx });
    },
  };
}
