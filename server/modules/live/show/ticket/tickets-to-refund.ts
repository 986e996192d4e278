import { and, eq, gte, or } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { isBlockedBy } from '../../../../db/conditions';
import { purchases } from '../../../../db/schema/money';
import { streamRestrictions, streams } from '../../../../db/schema/streams';
import type { JobData } from '../../../../jobs/job-data';

const REASONS = {
  ended: 'The show ended within its first five minutes.',
  blocked: 'You can’t see this show any more.',
} as const;

export async function listTicketsToRefund(db: Db, job: JobData['refund-tickets']) {
  if ('performerId' in job) return { rows: await listBlocked(db, job), reason: REASONS.blocked };
  if ('removedId' in job) return { rows: await listRemoved(db, job.streamId, job.removedId), reason: REASONS.blocked };
  return { rows: await listSold(db, job.streamId), reason: REASONS.ended };
}

const listBlocked = (db: Db, { performerId, userId, since }: { performerId: string; userId: string; since: string }) =>
  db
    .select({ chargeId: purchases.chargeId })
    .from(purchases)
    .innerJoin(streams, eq(streams.id, purchases.targetId))
    .where(
      and(
        eq(purchases.target, 'stream'),
        eq(purchases.userId, userId),
        eq(streams.performerId, performerId),
        or(eq(streams.state, 'live'), gte(streams.endedAt, new Date(since))),
        isBlockedBy(performerId, userId),
      ),
    );

const listRemoved = (db: Db, streamId: string, userId: string) =>
  db
    .select({ chargeId: purchases.chargeId })
    .from(purchases)
    .innerJoin(
      streamRestrictions,
      and(eq(streamRestrictions.streamId, purchases.targetId), eq(streamRestrictions.accountId, purchases.userId)),
    )
    .where(
      and(
        eq(purchases.target, 'stream'),
        eq(purchases.targetId, streamId),
        eq(purchases.userId, userId),
        eq(streamRestrictions.kind, 'ban'),
      ),
    );

const listSold = (db: Db, streamId: string) =>
  db
    .select({ chargeId: purchases.chargeId })
    .from(purchases)
    .where(and(eq(purchases.target, 'stream'), eq(purchases.targetId, streamId)));
