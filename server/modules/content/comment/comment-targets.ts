import type { ServerContext } from '../../../context';
import type { Actor } from '../../../access';
import { requireFound } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { Target, TargetService, TargetSource, TargetType } from '../target/target-service';
import { canSeeComment } from './comment-policy';
import type { CommentAccess, CommentRepository, CommentRow } from './comment-repository';

export interface Commenting extends Pick<ServerContext, 'db' | 'clock'> {
  repository: CommentRepository;
  people: Pick<PeopleService, 'views' | 'assertCanAppear'>;
  notification: Pick<NotificationService, 'add'>;
  targets: TargetService;
}

/** The comment to which a reply belongs, or the comment itself. Replies are only one level deep. */
export async function findTopComment(repository: CommentRepository, row: CommentRow): Promise<CommentRow | null> {
  return row.objectType === 'comment' ? repository.find(row.objectId) : row;
}

export const getCommentAccess = async (
  { repository, clock }: Commenting,
  { performerId }: Target,
  actor: Actor | null,
): Promise<CommentAccess> => requireFound(await repository.findAccess(performerId, actor?.id ?? null, clock.now()));

/**
 * Makes comments targets of likes, replies and reports. A viewer who can open what a comment is on can also open the comment.
 *
 * @param getTargets a function, because the targets include comments
 */
export const createCommentTargets = (repository: CommentRepository, getTargets: () => TargetService): TargetSource => ({
  async find(id, viewer) {
    const row = await repository.find(id);
    const top = row && (await findTopComment(repository, row));
    if (!top || ![row, top].every((one) => canSeeComment(viewer.actor, one))) return null;
    const root = await getTargets().get(top.objectType as TargetType, top.objectId, viewer);
    return root.isOpen ? { ...root, id, ownerId: row.createdBy } : null;
  },
  count: async (id, what, step, tx) =>
    what === 'like' || what === 'comment'
      ? repository.count(id, what === 'like' ? 'totalLike' : 'totalReply', step, tx)
      : undefined,
});
