import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor, type Caller } from '../../../access';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { Target } from '../target/target-service';
import { canComment } from './comment-policy';
import type { CommentRow } from './comment-repository';
import { findTopComment, getCommentAccess, type Commenting } from './comment-targets';

/**
 * A reply to a reply is stored under the same top comment, but the author of the reply is notified.
 *
 * @throws AppError ENTITY_NOT_FOUND for a target hidden from the caller, FORBIDDEN for a locked one, COMMENTS_CLOSED if the
 * creator does not accept comments or replies from the caller
 */
export async function createComment(
  commenting: Commenting,
  caller: Caller,
  { content, objectId, objectType }: EndpointPart<'createComment', 'body'>,
): Promise<CommentRow> {
  const { db, clock, repository, people, notification, targets } = commenting;
  const { actor } = caller;
  await people.assertCanAppear(actor);
  const target = await targets.get(objectType, objectId, caller);
  assertAllowed(target.isOpen);
  const access = await getCommentAccess(commenting, target, actor);
  assertAllowed(canComment(actor, target.performerId, access), 'COMMENTS_CLOSED');
  const parent = objectType === 'comment' ? requireFound(await repository.find(objectId)) : null;
  const top = parent && requireFound(await findTopComment(repository, parent));
  const parentId = top?.id ?? objectId;
  return inTransaction(db, async (tx) => {
    await targets.count(objectType, parentId, 'comment', tx);
    const now = clock.now();
    const stored = await repository.insert(
      {
        id: newId(now.getTime()),
        objectType,
        objectId: parentId,
        content,
        createdBy: actor.id,
        recipientId: target.performerId,
        createdAt: now,
        updatedAt: now,
      },
      tx,
    );
    await notification.add(tx, { ...toNotification(target, actor), userId: target.ownerId, createdBy: actor.id });
    return stored;
  });
}

function toNotification({ type, page, reference }: Target, actor: Actor) {
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
