import { cents, fromCents, type Cents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { TaxLocation } from '../../../gateways/tax';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CardRow, CardService } from '../payment/card-service';
import { quote } from '../payment/payment-service';
import type { TaxService } from '../payment/tax-service';
import { createPlatformRepository } from './platform-repository';
import type { Renewable } from './renewal-kind';
import { createRenewalRepository } from './renewal-repository';
import { isRunning } from './subscription-policy';
import { presentRenewalCard } from './subscription-presenter';
import { listRenewals } from './subscription-price';

interface UpcomingDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'views'>;
  settings: Pick<SettingsService, 'read'>;
  card: Pick<CardService, 'readRenewalCards'>;
  tax: Pick<TaxService, 'readRate'>;
}

type UpcomingCharge = EndpointReply<'listUpcomingCharges'>['charges'][number];

interface Charged {
  row: Renewable;
  performerId: string | null;
  type: 'monthly' | 'yearly';
}

const HORIZON_MS = 30 * 24 * 3600 * 1000;

/**
 * Charges in the next 30 days that happen without the fan doing anything: renewals, at their price on that day. Trials end
 * without a charge. ux.md WA-4.
 */
export function createUpcomingCharges({ db, clock, people, settings, card, tax }: UpcomingDeps) {
  const renewals = createRenewalRepository(db);
  const platform = createPlatformRepository(db);

  async function listCharged(userId: string): Promise<Charged[]> {
    const [rows, own, site] = await Promise.all([
      renewals.listRenewing(userId),
      platform.find(userId),
      settings.read(),
    ]);
    const charged = rows.map((row): Charged => {
      return { row, performerId: row.performerId, type: row.subscriptionType === 'yearly' ? 'yearly' : 'monthly' };
    });
    if (own && isRunning(own) && site.siteMembershipEnabled)
      charged.push({ row: own, performerId: null, type: 'monthly' });
    return charged;
  }

  /** @returns a function that gives the tax rate, 0..1, of a place */
  async function readRates(charged: readonly Charged[]): Promise<(location: TaxLocation | null) => number> {
    const places = new Map(charged.map(({ row }) => [JSON.stringify(row.taxLocation), row.taxLocation]));
    const rates = await Promise.all(
      [...places].map(async ([key, location]) => [key, await tax.readRate(location)] as const),
    );
    const byPlace = new Map(rates);
    return (location) => byPlace.get(JSON.stringify(location)) ?? 0;
  }

  return async (actor: Actor): Promise<EndpointReply<'listUpcomingCharges'>> => {
    assertAllowed(isUser(actor));
    const until = new Date(clock.now().getTime() + HORIZON_MS);
    const charged = await listCharged(actor.id);
    const [getRate, findCard, views] = await Promise.all([
      readRates(charged),
      card.readRenewalCards(actor.id),
      people.views(
        charged.flatMap(({ performerId }) => performerId ?? []),
        actor,
      ),
    ]);
    const charges = charged.flatMap((one) => presentCharges(one, { until, getRate, findCard, views }));
    charges.sort((one, other) => (one.charge.date < other.charge.date ? -1 : 1));
    const sum = charges.reduce((all, { total }) => all + total, 0);
    return {
      charges: charges.map(({ charge }) => charge),
      total: fromCents(cents(sum)),
      until: until.toISOString(),
      nextDate: findNextDate(charged, until)?.toISOString() ?? null,
    };
  };
}

interface ChargeContext {
  until: Date;
  getRate(location: TaxLocation | null): number;
  findCard(cardId: string | null): CardRow | null;
  views: ReadonlyMap<string, PersonView>;
}

function presentCharges(
  { row, performerId, type }: Charged,
  { until, getRate, findCard, views }: ChargeContext,
): { charge: UpcomingCharge; total: Cents }[] {
  const performer = performerId === null ? undefined : views.get(performerId);
  return listDue(row, { until, months: getMonths(type) }).map(({ date, price }, index) => {
    const { tax: taxPart, total } = quote({ original: price, off: 0, taxRate: getRate(row.taxLocation) });
    const charge: UpcomingCharge = {
      kind: performerId === null ? 'platform_subscription' : 'subscription',
      subscriptionId: row.id,
      subscriptionType: type,
      performerInfo: performer?.isPerformer ? performer : null,
      date: date.toISOString(),
      price: fromCents(price),
      tax: fromCents(taxPart),
      total: fromCents(total),
      priceBefore: price === row.price ? null : fromCents(row.price),
      card: presentRenewalCard(findCard(row.cardId)),
      isRetry: index === 0 && row.status === 'past_due',
    };
    return { charge, total };
  });
}

/** Null if nothing is charged after the date. */
function findNextDate(charged: readonly Charged[], after: Date): Date | null {
  const dates = charged.flatMap(({ row, type }) => {
    for (const { date, price } of listRenewals(row, { months: getMonths(type) })) {
      // Stops here: the renewals of a subscription that costs nothing have no end.
      if (date > after) return price > 0 ? [date] : [];
    }
    return [];
  });
  return dates.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

const getMonths = (type: Charged['type']): number => (type === 'yearly' ? 12 : 1);

function listDue(row: Renewable, { until, months }: { until: Date; months: number }): { date: Date; price: Cents }[] {
  const due = [];
  for (const renewal of listRenewals(row, { months })) {
    if (renewal.date > until) break;
    if (renewal.price > 0) due.push(renewal);
  }
  return due;
}
