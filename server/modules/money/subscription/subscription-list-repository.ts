import { and, count, eq, inArray, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isCurrentSubscription } from '../../../db/conditions';
import { betweenDays, toOrder } from '../../../db/list-query';
import { includesText } from '../../../db/search-words';
import { accounts } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { fanNotes, userBlocks } from '../../../db/schema/social';

export type SubscriptionFilter = EndpointPart<'searchPerformerSubscriptions', 'query'> & { performerId?: string };

const sortable = {
  createdAt: subscriptions.createdAt,
  updatedAt: subscriptions.updatedAt,
  expiredAt: subscriptions.expiredAt,
  startRecurringDate: subscriptions.startRecurringDate,
  nextRecurringDate: subscriptions.nextRecurringDate,
};

/** Leaves out subscriptions that were never paid. `q` searches the name of the fan or creator. Wire contract 2.15. */
export async function listSubscriptions(
  db: Db,
  filter: SubscriptionFilter,
  { other, now }: { other: 'user' | 'performer'; now: Date },
) {
  const otherId = other === 'performer' ? subscriptions.performerId : subscriptions.userId;
  const where = matchesFilter(filter, now);
  const [rows, [total]] = await Promise.all([
    db
      .select({ subscription: subscriptions, isBlocked })
      .from(subscriptions)
      .innerJoin(accounts, eq(accounts.id, otherId))
      .where(where)
      .orderBy(...toOrder(sortable, filter, { fallback: 'updatedAt', id: subscriptions.id }))
      .limit(filter.limit)
      .offset(filter.offset),
    db.select({ total: count() }).from(subscriptions).innerJoin(accounts, eq(accounts.id, otherId)).where(where),
  ]);
  return {
    rows: rows.map(({ subscription, isBlocked }) => ({
      ...subscription,
      // Subscriptions of blocked fans do not renew.
      ...(isBlocked && { nextRecurringDate: null }),
      isBlocked,
    })),
    total: total?.total ?? 0,
  };
}

function matchesFilter(filter: SubscriptionFilter, now: Date): SQL | undefined {
  return and(
    ne(subscriptions.status, 'created'),
    filter.userId === undefined ? undefined : eq(subscriptions.userId, filter.userId),
    filter.performerId === undefined ? undefined : eq(subscriptions.performerId, filter.performerId),
    filter.userIds === undefined ? undefined : inArray(subscriptions.userId, filter.userIds),
    filter.subscriptionType && eq(subscriptions.subscriptionType, filter.subscriptionType),
    hasStatus(filter.status, now),
    filter.isActive === undefined
      ? undefined
      : filter.isActive
        ? isCurrentSubscription(now)
        : not(isCurrentSubscription(now)),
    matchesName(filter.q),
    filter.fanList === undefined || filter.fanList === '' ? undefined : isInFanList(filter.fanList),
    betweenDays(subscriptions.createdAt, filter),
  );
}

const isBlocked = sql<boolean>`exists (select 1 from ${userBlocks}
  where ${userBlocks.performerId} = ${subscriptions.performerId} and ${userBlocks.userId} = ${subscriptions.userId})`;

/** An active subscription whose period has ended counts as `suspended`. Wire contract 2.15. */
function hasStatus(status: SubscriptionFilter['status'], now: Date): SQL | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case 'active':
      return and(eq(subscriptions.status, 'active'), isCurrentSubscription(now));
    case 'suspended':
      return and(eq(subscriptions.status, 'active'), not(isCurrentSubscription(now)));
    default:
      return eq(subscriptions.status, status);
  }
}

function matchesName(q: string | undefined): SQL | undefined {
  const text = q?.trim();
  return text ? or(includesText(accounts.name, text), includesText(accounts.username, text)) : undefined;
}

const isInFanList = (name: string): SQL => sql`exists (
  select 1 from ${fanNotes}
  where ${fanNotes.performerId} = ${subscriptions.performerId} and ${fanNotes.userId} = ${subscriptions.userId}
    and ${name} = any (${fanNotes.lists}))`;
