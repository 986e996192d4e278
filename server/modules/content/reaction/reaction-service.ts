import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { found } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { Subject, SubjectService, Viewer } from '../subject/subject-service';
import { createReactionRepository, type ReactionRow } from './reaction-repository';

type Body = EndpointPart<'createReaction', 'body'>;
type BookmarkPage = EndpointReply<'listBookmarks'>;
type Bookmark = BookmarkPage['data'][number];
type BookmarkType = Bookmark['objectType'];
type BookmarkInfos = ReadonlyMap<string, Bookmark['objectInfo']>;
type ViewsAsked = [ids: readonly string[], actor: Actor, country: string | null];

interface Caller {
  actor: Actor;
  country: string | null;
}

interface ReactionDeps {
  subjects: SubjectService;
  people: Pick<PeopleService, 'assertMayAppear'>;
  notification: Pick<NotificationService, 'add'>;
  /** What bookmarks point at, by id, as a viewer may see it: what is gone or hidden is absent. */
  contents: Record<Exclude<BookmarkType, 'performer'>, { views(...asked: ViewsAsked): Promise<BookmarkInfos> }>;
  cards(ids: readonly string[], viewer: Viewer): Promise<BookmarkInfos>;
}

export type ReactionService = ReturnType<typeof createReactionService>;

const singular = {
  feeds: 'feed',
  galleries: 'gallery',
  videos: 'video',
  products: 'product',
  performers: 'performer',
} as const satisfies Record<EndpointPart<'listBookmarks', 'params'>['type'], BookmarkType>;

/** Likes, favourites and bookmarks. Wire contract 2.16. */
export function createReactionService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { subjects, people, notification, contents, cards }: ReactionDeps,
) {
  const repository = createReactionRepository(db);

  return {
    /**
     * Reacts to something; a repeat replies the first reaction and counts nothing.
     *
     * @throws AppError ENTITY_NOT_FOUND for what the caller must not know of.
     */
    async create(caller: Caller, body: Body): Promise<EndpointReply<'createReaction'>> {
      const { actor } = caller;
      if (body.action === 'like') await people.assertMayAppear(actor);
      const subject = await subjects.get(body.objectType, body.objectId, caller);
      const key = { createdBy: actor.id, ...body };
      const row = await inTransaction(db, async (tx) => {
        const now = clock.now();
        const stored = await repository.insert(
          { id: newId(now.getTime()), ...key, createdAt: now, updatedAt: now },
          tx,
        );
        if (!stored) return found(await repository.find(key, tx));
        await subjects.countReaction(subject.type, subject.id, body.action, tx);
        if (body.action === 'like') {
          await notification.add(tx, { ...likeNews(subject, actor), userId: subject.ownerId, createdBy: actor.id });
        }
        return stored;
      });
      return { ...presentReaction(row), source: actor.kind };
    },

    /** @returns false when there was no such reaction. */
    remove: (actor: Actor, body: Body): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const isGone = await repository.remove({ createdBy: actor.id, ...body }, tx);
        if (isGone) await subjects.uncountReaction(body.objectType, body.objectId, body.action, tx);
        return isGone;
      }),

    /** The caller's bookmarks of one kind, newest first; `objectInfo` is null for what is gone or hidden from them. */
    async listBookmarks(
      caller: Caller,
      { type }: EndpointPart<'listBookmarks', 'params'>,
      query: EndpointPart<'listBookmarks', 'query'>,
    ): Promise<BookmarkPage> {
      const objectType = singular[type];
      const { rows, total } = await repository.listBookmarks(caller.actor.id, objectType, query);
      const ids = rows.map((row) => row.objectId);
      const readViews = (): Promise<BookmarkInfos> =>
        objectType === 'performer' ? cards(ids, caller) : contents[objectType].views(ids, caller.actor, caller.country);
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
  // Never liked; the table is whole all the same.
  user: 'profile',
} as const satisfies Record<Subject['type'], string>;

function likeNews({ type, page, reference }: Subject, actor: Actor) {
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
