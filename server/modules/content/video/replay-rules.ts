import { eq } from 'drizzle-orm';
import { takeGraphemes } from '@contract/base/graphemes';
import { fromCents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { existsIn } from '../../../db/conditions';
import { firstOrNull, hasRow } from '../../../db/query-helpers';
import { videos } from '../../../db/schema/assets';
import { purchases } from '../../../db/schema/money';
import { streams } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { dayText } from '../../../mail/compose-mail';
import type { SiteSettings } from '../../site/settings/settings-service';
import { wasPublished, type ItemDeps, type StoredColumns } from '../item/item-service';

type ShowRow = typeof streams.$inferSelect;
type VideoBody = EndpointPart<'uploadVideo', 'body'>;
export type ReplayRules = ReturnType<typeof createReplayRules>;

/** How many characters of a show's title fit into its replay's title, which also contains the day. */
const MAX_TITLE_LENGTH = 170;

interface ReplayDeps extends Pick<ServerContext, 'db' | 'jobs'>, Pick<ItemDeps, 'repository' | 'settings'> {}

/** ADR 63. */
export function createReplayRules({ db, jobs, repository, settings }: ReplayDeps) {
  const find = (streamId: string, tx: Executor = db) =>
    firstOrNull(tx.select({ id: videos.id }).from(videos).where(eq(videos.streamId, streamId)));

  return {
    find,

    /** Fills in from the show what the body leaves out. */
    async fill(body: VideoBody): Promise<VideoBody> {
      if (body.streamId === undefined) return body;
      const show = await firstOrNull(db.select().from(streams).where(eq(streams.id, body.streamId)));
      return show ? { ...describeReplay(show, await settings.read()), ...body } : body;
    },

    /**
     * Locks the show, so that only one of two concurrent uploads is accepted.
     *
     * @throws AppError REPLAY_EXISTS; ENTITY_NOT_FOUND for another creator's show, or one that is still running or was not
     * recorded
     */
    async assertMissing(streamId: string, performerId: string, tx: Tx): Promise<void> {
      const show = await firstOrNull(tx.select().from(streams).where(eq(streams.id, streamId)).for('no key update'));
      // A private show gets no replay, because the fan took part in it.
      const canHaveOne = show !== null && show.endedAt !== null && show.isRecorded && show.type !== 'private';
      if (!canHaveOne || show.performerId !== performerId) throw new AppError('ENTITY_NOT_FOUND');
      if (await find(streamId, tx)) throw new AppError('REPLAY_EXISTS');
    },

    announce: (streamId: string, tx: Tx) => jobs.send('announce-replay', { streamId, looks: 0 }, { tx }),

    /** If fans have tickets, their published replay must not be turned into a draft. @throws AppError FORBIDDEN */
    async assertBuyersKeep(
      streamId: string,
      row: Parameters<typeof wasPublished>[0] & { id: string },
      columns: StoredColumns,
      tx: Tx,
    ): Promise<void> {
      if (!wasPublished(row) || wasPublished(columns)) return;
      if (await repository.isSold({ kind: 'video', id: row.id, parentId: null, streamId }, tx))
        throw new AppError('FORBIDDEN', {
          message: 'Someone has a ticket for this show, so its replay can’t become a draft again. You can hide it.',
        });
    },

    hasTicket: (id: string, userId: string, tx: Tx): Promise<boolean> =>
      hasRow(
        tx,
        purchases,
        eq(purchases.userId, userId),
        eq(purchases.target, 'stream'),
        existsIn(videos, eq(videos.id, id), eq(videos.streamId, purchases.targetId)),
      ),
  };
}

/**
 * Offers a replay in the same way as the show, as far as videos allow: a show for followers, or one paid by the minute, becomes
 * a video for subscribers.
 */
function describeReplay(
  { type, title, description, audience, price, startedAt, createdAt }: ShowRow,
  { minimumPpvPrice, maximumPpvPrice }: Pick<SiteSettings, 'minimumPpvPrice' | 'maximumPpvPrice'>,
): Pick<VideoBody, 'title' | 'description' | 'isSale' | 'isFree' | 'price'> {
  const name = takeGraphemes(title, MAX_TITLE_LENGTH) || 'Live show';
  const words = { title: `${name}, ${dayText(startedAt ?? createdAt)}`, description, isFree: false };
  if (price === null) return { ...words, isSale: audience === 'everyone' && type !== 'group', price: 0 };
  // The price bounds may have changed since the tickets were sold.
  const dollars = Math.min(Math.max(fromCents(price), minimumPpvPrice), maximumPpvPrice);
  return { ...words, isSale: true, price: dollars };
}
