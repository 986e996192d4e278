import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { EarningService } from '../earning/earning-service';
import type { CardService } from '../payment/card-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { listSubscriptions, type SubscriptionFilter } from './subscription-list-repository';
import { presentSubscription, type SubscriptionView } from './subscription-presenter';

interface SearchDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'views'>;
  settings: Pick<SettingsService, 'read'>;
  card: Pick<CardService, 'readRenewalCards'>;
  earning: Pick<EarningService, 'sumByFan'>;
  eligibility: Pick<PaymentEligibility, 'isAgeMissing'>;
}

/** @returns a function; its `other` is the side that the actor is not: the creators of a fan, or the fans of a creator */
export function createSubscriptionSearch({ db, clock, people, settings, card, earning, eligibility }: SearchDeps) {
  return async (
    actor: Actor,
    filter: SubscriptionFilter,
    other: 'user' | 'performer',
  ): Promise<{ data: SubscriptionView[]; total: number }> => {
    const now = clock.now();
    const { rows, total } = await listSubscriptions(db, filter, { other, now });
    const ids = rows.map((row) => (other === 'user' ? row.userId : row.performerId));
    const [views, findCard, sumsByFan, isAgeMissing] = await Promise.all([
      people.views(ids, actor),
      // Creators must not learn how their fans pay.
      other === 'performer' ? card.readRenewalCards(actor.id) : undefined,
      other === 'user' ? earning.sumByFan(actor.id, ids) : undefined,
      other === 'performer' ? eligibility.isAgeMissing({ payerId: actor.id, site: await settings.read() }) : undefined,
    ]);
    const viewerState = { people: views, now, findCard, sumsByFan, isAgeMissing };
    return { data: rows.map((row) => presentSubscription(row, viewerState)), total };
  };
}
