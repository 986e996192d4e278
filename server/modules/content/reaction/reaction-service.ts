import { and, eq } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Caller, Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { toDirection } from '../../../db/list-query';
import { firstOrNull, hasRows, selectPage, findRow } from '../../../db/query-helpers';
import { reactions } from '../../../db/schema/social';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { Target, TargetService } from '../target/target-service';

type ReactionRow = typeof reactions.$inferSelect;
type Body = EndpointPart<'createReaction', 'body'>;
type BookmarkPage = EndpointReply<'listBookmarks'>;
type Bookmark = BookmarkPage['data'][number];
type BookmarkType = Bookmark['objectType'];
type BookmarkInfos = ReadonlyMap<string, Bookmark['objectInfo']>;
type ViewsAsked = [ids: readonly string[], actor: Actor, country: string | null];

interface ReactionDeps {
  targets: TargetService;
  people: Pick<PeopleService, 'assertCanAppear'>;
  notification: Pick<NotificationService, 'add'>;
  contents: Record<Exclude<BookmarkType, 'performer'>, { views(...asked: ViewsAsked): Promise<BookmarkInfos> }>;
  cards(ids: readonly string[], viewer: Viewer): Promise<BookmarkInfos>;
}

const singular = {
  feeds: 'feed',
  galleries: 'gallery',
  videos: 'video',
  products: 'product',
  performers: 'performer',
} as const satisfies Record<EndpointPart<'listBookmarks', 'params'>['type'], BookmarkType>;

/** Matches an account's reaction to a target or, if `objectId` is absent, to all targets of a type. */
const isKey = ({
  createdBy,
  objectType,
  objectId,
  action,
}: Pick<ReactionRow, 'createdBy' | 'objectType' | 'action'> & { objectId?: string }) =>
  and(
    eq(reactions.createdBy, createdBy),
    eq(reactions.objectType, objectType),
    objectId === undefined ? undefined : eq(reactions.objectId, objectId),
    eq(reactions.action, action),
  );

/** Wire contract 2.16. */
export function createReactionService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { targets, people, notification, contents, cards }: ReactionDeps,
) {
  return {
    /**
     * Reacting again returns the first reaction and counts nothing.
     *
     * @throws AppError ENTITY_NOT_FOUND for a target hidden from the caller
     */
    async create(caller: Caller, body: Body): Promise<EndpointReply<'createReaction'>> {
      const { actor } = caller;
      if (body.action === 'like') await people.assertCanAppear(actor);
      const target = await targets.get(body.objectType, body.objectId, caller);
      const key = { createdBy: actor.id, ...body };
      const row = await inTransaction(db, async (tx) => {
        const now = clock.now();
        const values = { id: newId(now.getTime()), ...key, createdAt: now, updatedAt: now };
        const stored = await firstOrNull(tx.insert(reactions).values(values).onConflictDoNothing().returning());
        if (!stored) return requireFound(await findRow(tx, reactions, isKey(key)));
        await targets.count(target.type, target.id, body.action, tx);
        if (body.action === 'like') {
          await notification.add(tx, { ...likeNews(target, actor), userId: target.ownerId, createdBy: actor.id });
        }
        return stored;
      });
      return { ...presentReaction(row), source: actor.kind };
    },

    remove: (actor: Actor, body: Body): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const key = isKey({ createdBy: actor.id, ...body });
        const isGone = await hasRows(tx.delete(reactions).where(key).returning({ id: reactions.id }));
        if (isGone) await targets.uncount(body.objectType, body.objectId, body.action, tx);
        return isGone;
      }),

    /** Newest first. `objectInfo` is null for targets that were deleted or are hidden from the caller. */
    async listBookmarks(
      caller: Caller,
      { type }: EndpointPart<'listBookmarks', 'params'>,
      { sort, ...page }: EndpointPart<'listBookmarks', 'query'>,
    ): Promise<BookmarkPage> {
      const objectType = singular[type];
      const { actor, country } = caller;
      const where = isKey({ createdBy: actor.id, objectType, action: 'bookmark' });
      const order = [reactions.createdAt, reactions.id].map(toDirection(sort));
      const { rows, total } = await selectPage(db, reactions, { ...page, where, order });
      const ids = rows.map((row) => row.objectId);
      const readViews = (): Promise<BookmarkInfos> =>
        objectType === 'performer' ? cards(ids, caller) : contents[objectType].views(ids, actor, country);
      const views = ids.length > 0 ? await readViews() : null;
      const data = rows.map(
        (row) => ({ ...presentReaction(row), objectType, objectInfo: views?.get(row.objectId) ?? null }) as Bookmark,
      );
      return { data, total };
    },
  };
}

const words = {
  feed: 'post',
  video: 'video',
  gallery: 'gallery',
  product: 'product',
  photo: 'photo',
  performer: 'page',
  comment: 'comment',
  // Nobody can react to a fan, but the type requires an entry.
  user: 'profile',
} as const satisfies Record<Target['type'], string>;

function likeNews({ type, page, reference }: Target, actor: Actor) {
  return {
    type: 'liked' as const,
    action: 'like',
    title: 'New like',
    message: `${actor.name || actor.username || 'Someone'} likes your ${words[type]}.`,
    refId: page.id,
    refSource: page.type,
    reference,
    isOnce: true,
  };
}

const presentReaction = ({ id, createdAt, updatedAt, ...row }: ReactionRow) => ({
  ...row,
  _id: id,
  objectType: row.objectType as Body['objectType'],
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
