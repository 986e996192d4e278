import { and, count, desc, eq, inArray, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PurchaseTarget } from '@contract/money/purchase-schemas';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { toDirection } from '../../../db/list-query';
import { accounts } from '../../../db/schema/accounts';
import { videos } from '../../../db/schema/assets';
import { items } from '../../../db/schema/items';
import { messages } from '../../../db/schema/messages';
import { purchases, walletCharges } from '../../../db/schema/money';

type Query = EndpointPart<'listPurchases', 'query'>;

export type PurchaseRow = Awaited<ReturnType<ReturnType<typeof createPurchaseRepository>['list']>>['rows'][number];

export function createPurchaseRepository(db: Db) {
  const bought = selectBought(db);

  /** Each word must occur in the item, which the buyer can read, or in the creator's name. */
  function matchesWords(q: string | undefined): SQL | undefined {
    const words = q?.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];
    const places = [bought.title, bought.tagline, bought.text, bought.performer];
    return and(...words.map((word) => or(...places.map((place) => sql`${place} ilike ${`%${word}%`}`))));
  }

  return {
    /** Newest first by default. */
    async list(userId: string, query: Query) {
      const direction = toDirection(query.sort);
      const where = and(
        eq(bought.userId, userId),
        query.kind === undefined ? undefined : eq(bought.kind, query.kind),
        query.performerId === undefined ? undefined : eq(bought.performerId, query.performerId),
        matchesWords(query.q),
      );
      const [rows, [counted]] = await Promise.all([
        db
          .select()
          .from(bought)
          .where(where)
          .orderBy(direction(bought.boughtAt), direction(bought.targetId))
          .limit(query.limit)
          .offset(query.offset),
        db.select({ total: count() }).from(bought).where(where),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },

    /** Creators with most purchases first. */
    countByPerformer: (userId: string, limit: number) =>
      db
        .select({ id: bought.performerId, total: count() })
        .from(bought)
        .where(eq(bought.userId, userId))
        .groupBy(bought.performerId)
        .orderBy(desc(count()), bought.performerId)
        .limit(limit),
  };
}

/** An item that operators removed keeps only its title. */
const ifThere = (column: PgColumn): SQL => sql`case when ${items.takenDownAt} is null then ${column} end`;

function selectBought(db: Db) {
  // A ticket to a show becomes its replay, once the replay is published.
  const replay = db
    .select({ id: videos.id, streamId: videos.streamId })
    .from(videos)
    .innerJoin(items, eq(items.id, videos.id))
    .where(and(ne(items.status, 'draft'), not(items.isScheduled)))
    .as('replay');
  const target = sql<string>`case when ${replay.id} is null then ${purchases.target} else 'video' end`;
  const targetId = sql<string>`coalesce(${replay.id}, ${purchases.targetId})`;
  return db
    .select({
      userId: purchases.userId,
      chargeId: purchases.chargeId,
      target: target.as('kept_target'),
      targetId: targetId.as('kept_id'),
      boughtAt: purchases.createdAt,
      kind: sql<string>`coalesce(case when ${items.type} = 'scheduled-streaming' then 'video'
        when ${items.kind} = 'feed' then ${items.type} end, ${target})`.as('kind'),
      performerId: walletCharges.performerId,
      performer: sql<string>`${accounts.name} || ' ' || coalesce(${accounts.username}, '')`.as('performer'),
      price: walletCharges.totalPrice,
      name: sql<string | null>`${walletCharges.products}->0->>'name'`.as('paid_name'),
      title: items.title,
      tagline: sql<string | null>`${ifThere(items.tagline)}`.as('tagline'),
      text: sql<string | null>`coalesce(${ifThere(items.text)}, ${messages.text})`.as('said'),
      conversationId: messages.conversationId,
    })
    .from(purchases)
    .innerJoin(walletCharges, eq(walletCharges.id, purchases.chargeId))
    .innerJoin(accounts, eq(accounts.id, walletCharges.performerId))
    .leftJoin(replay, and(eq(purchases.target, 'stream'), eq(replay.streamId, purchases.targetId)))
    .leftJoin(items, and(eq(target, items.kind), eq(items.id, targetId)))
    .leftJoin(messages, and(eq(purchases.target, 'message'), eq(messages.id, purchases.targetId)))
    .where(inArray(target, PurchaseTarget.options))
    .as('bought');
}
