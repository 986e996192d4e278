import { Lock, MessageCircleOff } from 'lucide-react';
import { useEffect } from 'react';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Sheet } from '@/components/layout/sheet';
import { PartBoundary } from '@/components/states/part-boundary';
import { PartFailed } from '@/components/states/part-failed';
import { Skeleton } from '@/components/basic/skeleton';
import { useRetryWhenBack } from '@/components/hooks/use-retry-when-back';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectThread, threads, type Comment, type CommentAccess, type Subject, type Thread } from '../comment-slice';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import { withFeatures } from '@/store/with-features';
import { commentFeature } from '../comment-feature';
import styles from './comments.module.css';

interface CommentThreadProps {
  subject: Subject;
  /** Whether this viewer may read and write comments; strangers are asked to log in before they write. */
  canComment: boolean;
  /** Why not, in one sentence. */
  refusal?: string;
  /** Whose work it is: whoever may only read is told where following and subscribing are. */
  performer: { _id: string; name: string; username: string };
  onReport?: (comment: Comment) => void;
}

function CommentsOn({ subject, canComment, refusal, performer, onReport }: CommentThreadProps) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const thread = useAppSelector(selectThread(subject));
  const { objectType, objectId } = subject;
  // What is said about closed work is closed too; it loads when the work opens.
  useEffect(() => {
    if (canComment) dispatch(threads.wanted({ objectType, objectId }));
  }, [dispatch, objectType, objectId, canComment]);
  if (!canComment) return <Note icon={Lock}>{refusal ?? 'Everyone who can see this can comment.'}</Note>;
  const isClosed = thread?.access?.mayComment === false;
  return (
    <div className={styles.thread} tabIndex={-1} data-thread>
      {isClosed && <ClosedNote circle={thread?.access?.commentsFrom} performer={performer} />}
      {!isClosed && (signedIn ? <CommentForm subject={subject} /> : <LogInToComment />)}
      <CommentList subject={subject} thread={thread} canReply={signedIn && !isClosed} onReport={onReport} />
    </div>
  );
}

/** Comments on one thing, newest first, ten at a time, with the field to write one. Load it lazily: it brings its state along. */
export const CommentThread = withFeatures(CommentsOn, [commentFeature]);

interface CommentSheetProps extends CommentThreadProps {
  /** Whose work it is. */
  subtitle: string;
  onClose: () => void;
}

/** The comments of an item in a list, without leaving the list. */
export function CommentSheet({ subtitle, onClose, ...thread }: CommentSheetProps) {
  return (
    <Sheet open onClose={onClose} title="Comments" subtitle={subtitle} size="wide">
      <CommentThread {...thread} />
    </Sheet>
  );
}

/** In place of the field: whom the creator takes comments from. */
function ClosedNote({
  circle,
  performer,
}: { circle: CommentAccess['commentsFrom'] } & Pick<CommentThreadProps, 'performer'>) {
  const name = (
    <Link className="link" href={paths.profile(performer.username || performer._id)}>
      {performer.name}
    </Link>
  );
  return (
    <Note icon={MessageCircleOff}>
      {circle === 'follows' && <>Only followers and subscribers of {name} can comment.</>}
      {circle === 'subscriptions' && <>Only subscribers of {name} can comment.</>}
      {circle !== 'follows' && circle !== 'subscriptions' && <>{name} has turned off comments.</>}
    </Note>
  );
}

function LogInToComment() {
  const { asPath } = useRouter();
  return (
    <p className="sm ink-2">
      <Button variant="soft" size="sm" href={`${paths.auth.login}?returnTo=${encodeURIComponent(asPath)}`}>
        Log in to comment
      </Button>
    </p>
  );
}

interface CommentListProps {
  subject: Subject;
  thread: Thread | undefined;
  canReply: boolean;
  onReport?: (comment: Comment) => void;
}

/** Also the replies to one comment. */
function CommentList({ subject, thread, canReply, onReport }: CommentListProps) {
  const dispatch = useAppDispatch();
  const isReplies = subject.objectType === 'comment';
  const ids = thread?.rows ?? [];
  const ask = (more: boolean) => dispatch(more ? threads.moreRequested(subject) : threads.requested(subject));
  useRetryWhenBack(thread?.status === 'failed' ? () => ask(ids.length > 0) : undefined);
  if (!thread || (thread.status === 'pending' && ids.length === 0)) {
    return <Skeleton kind="person" count={isReplies ? 1 : 3} />;
  }
  const rest = thread.total - thread.read;
  return (
    <>
      {ids.length === 0 && thread.status === 'ready' && !isReplies && (
        <p className={styles.none}>{canReply ? 'No comments yet. Be the first.' : 'No comments yet.'}</p>
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
              <CommentItem
                id={id}
                canReply={canReply}
                onReport={onReport}
                renderReplies={(replies, list) => (
                  <CommentList subject={replies} thread={list} canReply={canReply} onReport={onReport} />
                )}
              />
            </PartBoundary>
          ))}
        </ul>
      )}
      {thread.status === 'failed' && (
        <p className="sm" role="alert">
          {isReplies ? 'The replies did not load.' : 'The comments did not load.'}{' '}
          <button type="button" className="link" onClick={() => ask(ids.length > 0)}>
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
            onClick={() => ask(true)}
          >
            {isReplies ? 'Show more replies' : 'Show older comments'}
          </Button>
        </div>
      )}
    </>
  );
}
