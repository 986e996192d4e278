import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import {
  createTargetService,
  type Caller,
  type Target,
  type TargetSource,
  type TargetSources,
  type TargetType,
  type Viewer,
} from '../target/target-service';
import { createCommentRepository, type CommentAccess, type CommentRow } from './comment-repository';

interface CommentDeps {
  people: Pick<PeopleService, 'views' | 'assertMayAppear'>;
  /** All that comments are on, but for comments. */
  sources: TargetSources;
  notification: Pick<NotificationService, 'add'>;
}

type CommentView = EndpointReply<'createComment'>;

/** Comments on content, and answers to them. Wire contract 2.5. */
export function createCommentService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { people, sources, notification }: CommentDeps,
) {
  const repository = createCommentRepository(db);

  /** The comment that an answer is under, or the comment itself: answers are one deep. */
  async function findTop(row: CommentRow): Promise<CommentRow | null> {
    return row.objectType === 'comment' ? repository.find(row.objectId) : row;
  }

  /** What comments know of their own kind: one may be known of, and answered, by who may open what it is on. */
  const targetSource: TargetSource = {
    async find(id, viewer) {
      const row = await repository.find(id);
      const top = row && (await findTop(row));
      if (!top) return null;
      const root = await targets.get(top.objectType as TargetType, top.objectId, viewer);
      return root.isOpen ? { ...root, id, ownerId: row.createdBy } : null;
    },
    count: async (id, what, step, tx) =>
      what === 'like' || what === 'comment'
        ? repository.count(id, what === 'like' ? 'totalLike' : 'totalReply', step, tx)
        : undefined,
  };

  const targets = createTargetService({ ...sources, comment: targetSource });

  /** Comments as one viewer sees them. Wire contract 3.20. */
  async function present(rows: readonly CommentRow[], viewer: Actor | null): Promise<CommentView[]> {
    const ids = rows.map((row) => row.id);
    const [creators, liked] = await Promise.all([
      people.views(
        rows.map((row) => row.createdBy),
        viewer,
      ),
      viewer ? repository.listLiked(ids, viewer.id) : new Set<string>(),
    ]);
    return rows.map(({ createdAt, updatedAt, id, ...row }) => ({
      ...row,
      _id: id,
      objectType: row.objectType as CommentView['objectType'],
      creator: creators.get(row.createdBy) ?? null,
      isLiked: liked.has(id),
      isAuth: canDeleteComment(viewer, row),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }));
  }

  async function presentOne(row: CommentRow, viewer: Actor): Promise<CommentView> {
    return requireFound((await present([row], viewer))[0]);
  }

  const getAccess = async ({ performerId }: Target, actor: Actor | null): Promise<CommentAccess> =>
    requireFound(await repository.findAccess(performerId, actor?.id ?? null, clock.now()));

  /** A comment that the caller may know of. @throws AppError ENTITY_NOT_FOUND */
  async function getKnown(caller: Caller, id: string): Promise<CommentRow> {
    const row = requireFound(await repository.find(id));
    // Authors reach their own words also where they lost the way to what these are on.
    if (row.createdBy !== caller.actor.id) await targets.get('comment', id, caller);
    return row;
  }

  return {
    targetSource,

    /**
     * Comments on something, or answers a comment. An answer to an answer goes under the same comment; who wrote the
     * answer hears of it.
     *
     * @throws AppError ENTITY_NOT_FOUND for what the caller must not know of, FORBIDDEN for what they may not open, COMMENTS_CLOSED
     * where the creator takes no comments, or answers, from them.
     */
    async create(
      caller: Caller,
      { content, objectId, objectType }: EndpointPart<'createComment', 'body'>,
    ): Promise<CommentView> {
      const { actor } = caller;
      await people.assertMayAppear(actor);
      const target = await targets.get(objectType, objectId, caller);
      assertAllowed(target.isOpen);
      assertAllowed(canComment(actor, target.performerId, await getAccess(target, actor)), 'COMMENTS_CLOSED');
      const parent =
        objectType === 'comment' ? requireFound(await findTop(requireFound(await repository.find(objectId)))) : null;
      const about = { objectType, objectId: parent?.id ?? objectId };
      const row = await inTransaction(db, async (tx) => {
        await targets.count(about.objectType, about.objectId, 'comment', tx);
        const now = clock.now();
        const written = { content, createdBy: actor.id, recipientId: target.performerId };
        const moments = { createdAt: now, updatedAt: now };
        const stored = await repository.insert({ id: newId(now.getTime()), ...about, ...written, ...moments }, tx);
        await notification.add(tx, { ...commentNews(target, actor), userId: target.ownerId, createdBy: actor.id });
        return stored;
      });
      return presentOne(row, actor);
    },

    /** @throws AppError FORBIDDEN for another's comment. */
    async update(
      caller: Caller,
      id: string,
      { content }: EndpointPart<'updateComment', 'body'>,
    ): Promise<EndpointReply<'updateComment'>> {
      const row = await getKnown(caller, id);
      assertAllowed(row.createdBy === caller.actor.id);
      await repository.setContent(id, content, clock.now());
      return { updated: true };
    },

    /** Newest first, with their authors in one query. Who may not open the content reads nothing of what is said there. */
    async list(viewer: Viewer, query: EndpointPart<'listComments', 'query'>): Promise<EndpointReply<'listComments'>> {
      const target = await targets.get(query.objectType, query.objectId, viewer);
      if (!target.isOpen) return { data: [], total: 0 };
      const [{ rows, total }, access] = await Promise.all([repository.list(query), getAccess(target, viewer.actor)]);
      return {
        data: await present(rows, viewer.actor),
        total,
        mayComment: canComment(viewer.actor, target.performerId, access),
        commentsFrom: access.commentsFrom,
      };
    },

    /**
     * Deletes a comment with the answers to it.
     *
     * @returns what it was.
     * @throws AppError FORBIDDEN for anybody but its author and the owner of the content.
     */
    async remove(caller: Caller, id: string): Promise<CommentView> {
      const { actor } = caller;
      const row = await getKnown(caller, id);
      assertAllowed(canDeleteComment(actor, row));
      const view = await presentOne(row, actor);
      await inTransaction(db, async (tx) => {
        if (!(await repository.remove(id, tx))) throw new AppError('ENTITY_NOT_FOUND');
        await targets.uncount(row.objectType as TargetType, row.objectId, 'comment', tx);
      });
      return view;
    },
  };
}

function commentNews({ type, page, reference }: Target, actor: Actor) {
  const name = actor.name || actor.username || 'Someone';
  const isReply = type === 'comment';
  return {
    type: 'comment' as const,
    action: isReply ? 'reply' : 'comment',
    title: isReply ? 'New reply' : 'New comment',
    message: isReply
      ? `${name} replied to your comment.`
      : `${name} commented on your ${type === 'feed' ? 'post' : type}.`,
    refId: page.id,
    refSource: page.type,
    reference,
  };
}

/** Creators comment on their own pages whatever they chose for others, and so may administrators. Ux AS-8. */
function canComment(actor: Actor | null, performerId: string, access: CommentAccess): boolean {
  if (actor?.isAdmin || actor?.id === performerId) return true;
  switch (access.commentsFrom) {
    case 'everyone':
      return true;
    case 'follows':
      return access.follows || access.subscribes;
    case 'subscriptions':
      return access.subscribes;
    case 'nobody':
      return false;
  }
}

/** Its author, the owner of what it is on (`recipientId`), administrators. Wire contract 2.5. */
const canDeleteComment = (
  actor: Actor | null,
  { createdBy, recipientId }: { createdBy: string; recipientId: string },
): boolean => actor !== null && (actor.isAdmin || actor.id === createdBy || actor.id === recipientId);
