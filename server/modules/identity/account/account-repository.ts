import { and, eq, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { existsIn, isFollowing } from '../../../db/conditions';
import { toOrder } from '../../../db/list-query';
import { listIds } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';

type UserQuery = EndpointPart<'searchUsers', 'query'>;

const sortable = {
  createdAt: accounts.createdAt,
  updatedAt: accounts.updatedAt,
  name: accounts.name,
  username: accounts.username,
};

/** Removes all but letters and digits, so that LIKE needs no escaping. Wire contract 1.5. */
const getText = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);

function matchesName({ q, name, exactMatch }: UserQuery): SQL | undefined {
  const wanted = (name ?? q ?? '').trim().toLowerCase();
  if (wanted === '') return undefined;
  if (exactMatch) return sql`(${accounts.username} = ${wanted} or lower(${accounts.name}) = ${wanted})`;
  const haystack = sql`lower(${accounts.name} || ' ' || coalesce(${accounts.username}, ''))`;
  return and(...getText(wanted).map((word) => sql`${haystack} like ${`%${word}%`}`));
}

type Choice =
  | 'followPopupShown'
  | 'welcomeVideoDismissed'
  | 'hidesFromSearch'
  | 'sendsReceipts'
  | 'messagesFrom'
  | 'commentsFrom'
  | 'quietHours';

export function createAccountRepository(db: Db) {
  return {
    /** Fans who hide from search are found only by creators whom they follow or have ever subscribed to. */
    async searchUserIds(query: UserQuery, performerId: string): Promise<{ ids: string[]; total: number }> {
      const hadSubscribed = existsIn(
        subscriptions,
        eq(subscriptions.userId, accounts.id),
        eq(subscriptions.performerId, performerId),
      );
      const where = and(
        eq(accounts.kind, 'user'),
        eq(accounts.status, 'active'),
        not(sql`'admin' = any(${accounts.roles})`),
        or(not(accounts.hidesFromSearch), isFollowing(accounts.id, performerId), hadSubscribed),
        matchesName(query),
        query.gender && eq(accounts.gender, query.gender),
        query.country === undefined ? undefined : eq(accounts.country, query.country.toUpperCase()),
        query.includedIds && inArray(accounts.id, query.includedIds),
      );
      const page = db
        .select({ id: accounts.id })
        .from(accounts)
        .where(where)
        .orderBy(...toOrder(sortable, query, { fallback: 'updatedAt', id: accounts.id }))
        .limit(query.limit)
        .offset(query.offset);
      const [ids, total] = await Promise.all([listIds(page), db.$count(accounts, where)]);
      return { ids, total };
    },

    async update(id: string, choices: Partial<Pick<typeof accounts.$inferInsert, Choice>>, tx: Executor = db) {
      if (Object.values(choices).every((value) => value === undefined)) return;
      await tx.update(accounts).set(choices).where(eq(accounts.id, id));
    },

    /**
     * @returns whether payments were waiting for it: false if the age was already declared, or if a sign-up form created the
     * account
     */
    async declareAge(id: string, now: Date, tx: Tx): Promise<boolean> {
      const [row] = await tx
        .update(accounts)
        .set({ ageDeclaredAt: now })
        .where(and(eq(accounts.id, id), isNull(accounts.ageDeclaredAt)))
        .returning({ isWithoutForm: accounts.isWithoutForm });
      return row?.isWithoutForm ?? false;
    },

    /** Null resets a kind of news to its default. */
    async mergeChoices(
      id: string,
      channel: 'mailPreferences' | 'pushPreferences' | 'sitePreferences',
      kinds: Record<string, boolean | null>,
      tx: Executor = db,
    ): Promise<void> {
      if (Object.keys(kinds).length === 0) return;
      const merged = sql`jsonb_strip_nulls(${accounts[channel]} || ${JSON.stringify(kinds)}::jsonb)`;
      await tx
        .update(accounts)
        .set({ [channel]: merged })
        .where(eq(accounts.id, id));
    },
  };
}
