import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, may, type Actor, type Caller, type Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { createTargetService, type TargetService, type TargetSources, type TargetType } from '../target/target-service';
import { canComment, canDeleteComment } from './comment-policy';
import { createCommentRepository, type CommentRow } from './comment-repository';
import { createCommentTargets, getCommentAccess, type Commenting } from './comment-targets';
import { createComment } from './create-comment';
import { restoreComment, takeDownComment } from './take-down-comment';

interface CommentDeps extends Pick<Commenting, 'people' | 'notification'> {
  /** Sources of all targets except comments. */
  sources: TargetSources;
}

type CommentView = EndpointReply<'createComment'>;

/** Wire contract 2.5. */
export function createCommentService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { people, sources, notification }: CommentDeps,
) {
  const repository = createCommentRepository(db);
  const targetSource = createCommentTargets(repository, () => targets);
  const targets: TargetService = createTargetService({ ...sources, comment: targetSource });
  const commenting: Commenting = { db, clock, repository, people, notification, targets };

  return {
    targetSource,
    takeDown: (id: string, tx: Tx) => takeDownComment(commenting, id, tx),
    restore: (id: string, _statusBefore: string, tx: Tx) => restoreComment(commenting, id, tx),

    create: async (caller: Caller, input: EndpointPart<'createComment', 'body'>): Promise<CommentView> =>
      presentComment(commenting, await createComment(commenting, caller, input), caller.actor),

    /** @throws AppError ENTITY_NOT_FOUND; FORBIDDEN for another account's comment; CONTENT_TAKEN_DOWN */
    async update(
      caller: Caller,
      id: string,
      { content }: EndpointPart<'updateComment', 'body'>,
    ): Promise<EndpointReply<'updateComment'>> {
      const row = await getComment(commenting, caller, id);
      assertAllowed(row.createdBy === caller.actor.id);
      if (row.takenDownAt !== null) throw new AppError('CONTENT_TAKEN_DOWN');
      await repository.setContent(id, content, clock.now());
      return { updated: true };
    },

    /** Newest first; empty if the target is locked for the viewer. */
    async list(viewer: Viewer, query: EndpointPart<'listComments', 'query'>): Promise<EndpointReply<'listComments'>> {
      const target = await targets.get(query.objectType, query.objectId, viewer);
      if (!target.isOpen) return { data: [], total: 0 };
      const [{ rows, total }, access] = await Promise.all([
        repository.list(query, may(viewer.actor, 'moderateContent') ? null : (viewer.actor?.id ?? '')),
        getCommentAccess(commenting, target, viewer.actor),
      ]);
      return {
        data: await presentComments(commenting, rows, viewer.actor),
        total,
        mayComment: canComment(viewer.actor, target.performerId, access),
        commentsFrom: access.commentsFrom,
      };
    },

    /**
     * @returns the deleted comment @throws AppError ENTITY_NOT_FOUND; FORBIDDEN unless the caller is its author or owns the
     * target
     */
    async remove(caller: Caller, id: string): Promise<CommentView> {
      const row = await getComment(commenting, caller, id);
      assertAllowed(canDeleteComment(caller.actor, row));
      const view = await presentComment(commenting, row, caller.actor);
      await inTransaction(db, async (tx) => {
        if (!(await repository.remove(id, tx))) throw new AppError('ENTITY_NOT_FOUND');
        if (row.takenDownAt === null) await targets.uncount(row.objectType as TargetType, row.objectId, 'comment', tx);
      });
      return view;
    },
  };
}

/** @throws AppError ENTITY_NOT_FOUND for a comment on a target hidden from the caller, unless it is their own */
async function getComment({ repository, targets }: Commenting, caller: Caller, id: string): Promise<CommentRow> {
  const row = requireFound(await repository.find(id));
  if (row.createdBy !== caller.actor.id) await targets.get('comment', id, caller);
  return row;
}

/** Wire contract 3.20. */
async function presentComments(
  { people, repository }: Commenting,
  rows: readonly CommentRow[],
  viewer: Actor | null,
): Promise<CommentView[]> {
  const ids = rows.map((row) => row.id);
  const creatorIds = rows.map((row) => row.createdBy);
  const [creators, liked] = await Promise.all([
    people.views(creatorIds, viewer),
    viewer ? repository.listLiked(ids, viewer.id) : new Set<string>(),
  ]);
  return rows.map(({ createdAt, updatedAt, takenDownAt, id, ...row }) => ({
    ...row,
    ...(takenDownAt !== null && { isTakenDown: true }),
    _id: id,
    objectType: row.objectType as CommentView['objectType'],
    creator: creators.get(row.createdBy) ?? null,
    isLiked: liked.has(id),
    isAuth: canDeleteComment(viewer, row),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

const presentComment = async (commenting: Commenting, row: CommentRow, viewer: Actor): Promise<CommentView> =>
  requireFound((await presentComments(commenting, [row], viewer))[0]);
