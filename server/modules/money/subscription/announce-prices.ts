import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { Listener } from '../../../events';
import type { JobData } from '../../../jobs/job-data';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import { createPriceNotifications, type PriceNotificationDeps } from './price-notifications';
import type { Renewable, RenewalKind } from './renewal-kind';
import { isRunning } from './subscription-policy';
import { findPriceChange, planPrice } from './subscription-price';

interface AnnounceDeps<Row extends Renewable> extends PriceNotificationDeps {
  settings: Pick<SettingsService, 'read'>;
  kind: RenewalKind<Row>;
}

const PAGE_SIZE = 200;
const MAX_CONCURRENT = 4;

/**
 * Notifies subscribers of a changed price; until then, their subscription keeps its price. If the returned job is repeated, it
 * only notifies subscribers who have not been notified. ADR 24.
 */
export function createPriceAnnouncements<Row extends Renewable>(
  context: Pick<ServerContext, 'db' | 'clock' | 'env' | 'jobs'>,
  { settings, kind, ...deps }: AnnounceDeps<Row>,
) {
  const { db, clock } = context;
  const notify = createPriceNotifications(context, deps);

  async function announce(key: string, site: SiteSettings): Promise<void> {
    const row = await kind.find(key);
    if (!row) return;
    await inTransaction(db, async (tx) => {
      const current = await kind.lock(row, tx);
      const price = current && (await kind.readPrice(current, tx, site));
      if (!current || price === null || !isRunning(current)) return;
      const told = current.nextPrice ?? current.price;
      if (price === told) return;
      const planned = planPrice(current, price, { now: clock.now(), noticeDays: site.priceChangeNoticeDays });
      await kind.save(current, planned, tx);
      const { performerId, type } = kind.describe(current);
      const isYearly = type === 'yearly_subscription';
      const change = findPriceChange({ ...current, ...planned }, { months: isYearly ? 12 : 1 });
      const parties = { userId: current.userId, performerId, siteName: site.siteName };
      await notify(tx, parties, { before: current.price, change, isYearly });
    });
  }

  /** @throws AggregateError of the subscriptions that failed; the subscribers of the others were notified */
  return async ({ performerId, userId }: JobData['announce-prices']): Promise<void> => {
    const site = await settings.read();
    let after = '';
    for (;;) {
      const keys = await kind.listRepriced({ performerId, userId, site, after, limit: PAGE_SIZE });
      await eachOrThrow(keys, (key) => announce(key, site), { atOnce: MAX_CONCURRENT });
      if (keys.length < PAGE_SIZE) return;
      after = keys.at(-1) ?? after;
    }
  };
}

/** Other processes cache settings for some seconds. The job runs once all of them see the new price. */
const SETTINGS_DELAY_MS = 5_000;

export const createPriceListener =
  ({ jobs, clock }: Pick<ServerContext, 'jobs' | 'clock'>): Listener<'subscriptionPriceChanged'> =>
  (tx, { performerId }) =>
    jobs.send('announce-prices', { performerId }, { tx, runAt: new Date(clock.now().getTime() + SETTINGS_DELAY_MS) });
