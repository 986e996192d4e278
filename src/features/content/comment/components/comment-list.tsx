import Link from 'next/link';
import { Heart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Icon } from '@/components/basic/icon';
import { Skeleton } from '@/components/basic/skeleton';
import { TimeAgo } from '@/components/basic/times';
import { useReturnFocus } from '@/components/hooks/use-focus';
import { useRetryOnReconnect } from '@/components/hooks/use-retry-when-back';
import { Verified } from '@/components/basic/verified';
import { LinkedText } from '@/components/basic/linked-text';
import { PartBoundary } from '@/components/states/part-boundary';
import { PartFailed } from '@/components/states/part-failed';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatCount, formatShortCount, pluralise } from '@/lib/format-count';
import { reactionRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  commentDiscarded,
  commentRetried,
  selectComment,
  selectHasUnsent,
  selectThread,
  threads,
  type Comment,
  type ThreadTarget,
  type Thread,
} from '../comment-slice';
import { CommentEdit, CommentForm } from './comment-form';
import { CommentMenu } from './comment-menu';
import { TakenDown } from './taken-down';
import styles from './comments.module.css';

interface CommentListProps {
  subject: ThreadTarget;
  thread: Thread | undefined;
  canReply: boolean;
  onReport?: (comment: Comment) => void;
}

export function CommentList({ subject, thread, canReply, onReport }: CommentListProps) {
  const dispatch = useAppDispatch();
  const isReplies = subject.objectType === 'comment';
  const ids = thread?.rows ?? [];
  const requestComments = (more: boolean) =>
    dispatch(more ? threads.moreRequested(subject) : threads.requested(subject));
  useRetryOnReconnect(thread?.status === 'failed' ? () => requestComments(ids.length > 0) : undefined);
  if (!thread || (thread.status === 'pending' && ids.length === 0)) {
    return <Skeleton kind="person" count={isReplies ? 1 : 3} />;
  }
  const rest = thread.total - thread.read;
  return (
    <>
      {ids.length === 0 && thread.status === 'ready' && !isReplies && (
        <p className={cx('muted', styles.none)}>{canReply ? 'No comments yet. Be the first.' : 'No comments yet.'}</p>
      )}
      {ids.length > 0 && (
        <ul className={styles.list} aria-label={isReplies ? 'Replies' : 'Comments'}>
          {ids.map((id) => (
            <PartBoundary
              key={id}
              part="comment"
              renderFailed={(retry) => (
                <li>
                  <PartFailed text="This comment could not be shown." onRetry={retry} />
                </li>
              )}
            >
              <CommentItem id={id} canReply={canReply} onReport={onReport} />
            </PartBoundary>
          ))}
        </ul>
      )}
      {thread.status === 'failed' && (
        <p className="sm" role="alert">
          {isReplies ? 'The replies did not load.' : 'The comments did not load.'}{' '}
          <button type="button" className="link" onClick={() => requestComments(ids.length > 0)}>
            Try again
          </button>
        </p>
      )}
      {thread.status !== 'failed' && rest > 0 && (
        <div>
          <Button
            variant="ghost"
            size="sm"
            busy={thread.status === 'pending'}
            busyLabel="Loading"
            onClick={() => requestComments(true)}
          >
            {isReplies ? 'Show more replies' : 'Show older comments'}
          </Button>
        </div>
      )}
    </>
  );
}

type CommentItemProps = Omit<CommentListProps, 'subject' | 'thread'> & { id: string };

function CommentItem({ id, canReply, onReport }: CommentItemProps) {
  const comment = useAppSelector(selectComment(id));
  const [isEditing, setIsEditing] = useState(false);
  const item = useReturnFocus<HTMLLIElement>(isEditing, '[aria-haspopup="menu"]');
  if (!comment) return null;
  const { delivery, unsaved } = comment;
  return (
    <li ref={item} className={cx('row', styles.item, delivery && delivery !== 'failed' && 'muted')}>
      <Avatar name={getName(comment)} src={comment.creator?.avatar} size="sm" />
      <div className="grow">
        <p className={cx('row sm', styles.who)}>
          <Author comment={comment} />
          <TimeAgo value={comment.createdAt} short className="xs muted" />
        </p>
        {isEditing ? (
          <CommentEdit comment={comment} onDone={() => setIsEditing(false)} />
        ) : (
          <p className={cx('said', styles.words)}>
            <LinkedText text={comment.content} />
          </p>
        )}
        {comment.isTakenDown && <TakenDown />}
        {delivery === 'failed' && <NotSent id={id} />}
        {delivery === 'sending' && <p className={cx('xs muted', styles.note)}>Sending</p>}
        {delivery !== 'failed' && delivery !== 'sending' && (
          // Hidden instead of removed: a second press must not delete twice, and a reply being written must be kept.
          <div hidden={delivery === 'deleting' || isEditing}>
            {unsaved !== undefined && <NotSaved onEdit={() => setIsEditing(true)} />}
            <CommentFoot comment={comment} canReply={canReply} onReport={onReport} onEdit={() => setIsEditing(true)} />
          </div>
        )}
      </div>
    </li>
  );
}

const getName = ({ creator }: Comment) => creator?.name || creator?.username || 'Someone';

function Author({ comment }: { comment: Comment }) {
  const { creator } = comment;
  const name = getName(comment);
  if (!creator?.isPerformer) return <b className="truncate">{name}</b>;
  return (
    <Link href={paths.profile(creator.username || creator._id)} className={styles.creator}>
      <b className="truncate">{name}</b>
      {creator.verifiedAccount && <Verified />}
    </Link>
  );
}

function NotSent({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  return (
    <p className={cx('xs', styles.failed)} role="alert">
      Not sent.
      <button type="button" className="link" onClick={() => dispatch(commentRetried({ id }))}>
        Try again
      </button>
      <button type="button" className="link" onClick={() => dispatch(commentDiscarded({ id }))}>
        Delete
      </button>
    </p>
  );
}

function NotSaved({ onEdit }: { onEdit: () => void }) {
  return (
    <p className={cx('xs', styles.failed)} role="alert">
      Your change was not saved.
      <button type="button" className="link" onClick={onEdit}>
        Edit again
      </button>
    </p>
  );
}

interface CommentFootProps extends Pick<CommentListProps, 'canReply' | 'onReport'> {
  comment: Comment;
  onEdit: () => void;
}

function CommentFoot({ comment, canReply, onReport, onEdit }: CommentFootProps) {
  const dispatch = useAppDispatch();
  const [isOpen, setIsOpen] = useState(false);
  const [isReplying, setIsReplying] = useState(false);
  const foot = useReturnFocus<HTMLDivElement>(isReplying, '[data-reply]');
  const subject: ThreadTarget = { objectType: 'comment', objectId: comment._id };
  const thread = useAppSelector(selectThread(subject));
  const hasUnsent = useAppSelector(selectHasUnsent(subject));
  // Opens the replies if one of them is unsent, even after a reload.
  useEffect(() => {
    if (hasUnsent) setIsOpen(true);
  }, [hasUnsent]);
  const { _id: objectId, isLiked, totalLike, totalReply, objectType } = comment;
  const like = () => dispatch(reactionRequested({ objectType: 'comment', objectId, action: 'like', on: !isLiked }));
  const toggle = () => {
    if (!isOpen) dispatch(threads.requestedIfMissing(subject));
    setIsOpen(!isOpen);
  };
  const reply = () => {
    if (totalReply > 0 && !isOpen) toggle();
    setIsReplying(true);
    setIsOpen(true);
  };
  return (
    <>
      <div ref={foot} className={cx('row', styles.foot)}>
        <button
          type="button"
          className={styles.act}
          aria-pressed={isLiked}
          aria-label={`Like, ${formatCount(totalLike)}`}
          onClick={like}
        >
          <Icon of={Heart} size={16} solid={isLiked} />
          {totalLike > 0 && formatShortCount(totalLike)}
        </button>
        {/* A phone has room for only one level of replies. */}
        {canReply && objectType !== 'comment' && (
          <button type="button" className={styles.act} data-reply onClick={reply}>
            Reply
          </button>
        )}
        {totalReply > 0 && (
          <button type="button" className={styles.act} aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Hide replies' : pluralise(totalReply, 'reply', 'replies')}
          </button>
        )}
        {/* The new key closes the confirmation after a failed deletion. */}
        <CommentMenu
          key={comment.delivery === 'deleting' ? 1 : 0}
          comment={comment}
          onEdit={onEdit}
          onReport={onReport}
        />
      </div>
      {isOpen && (
        <div className={cx('stack', styles.replies)}>
          {thread && <CommentList subject={subject} thread={thread} canReply={canReply} onReport={onReport} />}
          {isReplying && <CommentForm subject={subject} takesFocus onDone={() => setIsReplying(false)} />}
        </div>
      )}
    </>
  );
}
