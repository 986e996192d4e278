import { Lock, MessageCircleOff } from 'lucide-react';
import { useEffect } from 'react';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Sheet } from '@/components/layout/sheet';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectThread, threads, type Comment, type CommentAccess, type ThreadTarget } from '../comment-slice';
import { CommentForm } from './comment-form';
import { CommentList } from './comment-list';
import { withFeatures } from '@/store/with-features';
import { commentFeature } from '../comment-feature';
import styles from './comments.module.css';

interface CommentThreadProps {
  subject: ThreadTarget;
  /** False hides the comments. Guests can read them, and are asked to log in before they write. */
  canComment: boolean;
  refusal?: string;
  /** The creator of the item: named if only followers or subscribers can comment. */
  performer: { _id: string; name: string; username: string };
  onReport?: (comment: Comment) => void;
}

function CommentsOn({ subject, canComment, refusal, performer, onReport }: CommentThreadProps) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const thread = useAppSelector(selectThread(subject));
  const { objectType, objectId } = subject;
  // Comments on a locked item are loaded once it is unlocked. Those of an earlier visit stay until the newest are here.
  useEffect(() => {
    if (canComment) dispatch(threads.requested({ objectType, objectId }));
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

/** Newest comments first. Load it lazily, because it includes its feature. */
export const CommentThread = withFeatures(CommentsOn, [commentFeature]);

interface CommentSheetProps extends CommentThreadProps {
  subtitle: string;
  onClose: () => void;
}

export function CommentSheet({ subtitle, onClose, ...thread }: CommentSheetProps) {
  return (
    <Sheet open onClose={onClose} title="Comments" subtitle={subtitle} size="wide">
      <CommentThread {...thread} />
    </Sheet>
  );
}

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
      <Button variant="soft" size="sm" href={paths.auth.loginFor(asPath)}>
        Log in to comment
      </Button>
    </p>
  );
}
