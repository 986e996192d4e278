import Link from 'next/link';
import { useRouter } from 'next/router';
import { Alert, Button, Skeleton } from 'antd';
import { Button as LinkButton } from '@/components/basic/button';
import { ConsolePage } from '@/components/console/console-page';
import { consolePaths } from '@/config/console-paths';
import { reviewedCreator, reviewQueue, type CreatorToReview } from '@/features/operations/review/review-feature';
import { formatRelative, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { ReviewDecision } from './review-decision';
import { ReviewDocuments } from './review-documents';
import { ReviewFacts } from './review-facts';
import { readId } from './review-query';
import { ReviewTags } from './review-queue-screen';
import styles from './review-screen.module.css';

/** One creator: the documents beside what was typed, and the decision. */
export function ReviewScreen() {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const id = readId(router.query);
  const { data: creator, status, error } = useAppSelector(reviewedCreator.select);
  const { rows, total } = useAppSelector(reviewQueue.select);
  const next = rows.find((row) => row._id !== id);
  const openNext = () => void router.push(next ? consolePaths.reviewOf(next._id) : consolePaths.review);
  const title = creator?.name || 'Creator';
  return (
    <>
      <PageTitle title={`Review ${title}`} />
      <ConsolePage
        title={title}
        note={
          <>
            <Link className="link" href={consolePaths.review}>
              Creators to review
            </Link>
            {creator?.sentAt && `, sent ${formatRelative(creator.sentAt, { timeZone: VIEWER_TIME_ZONE })} `}
            {creator && <ReviewTags {...creator} />}
          </>
        }
        actions={<LinkButton href={consolePaths.person(id)}>Open their account</LinkButton>}
      >
        <div className={styles.layout}>
          <Queue current={id} total={total} />
          {status === 'failed' && (
            <Alert
              type="error"
              showIcon
              title={error?.message}
              action={<Button onClick={() => dispatch(reviewedCreator.requested(id))}>Try again</Button>}
            />
          )}
          {status === 'pending' && !creator && <Skeleton active paragraph={{ rows: 8 }} />}
          {creator && <Review key={creator._id} creator={creator} onDecided={openNext} />}
        </div>
      </ConsolePage>
    </>
  );
}

function Review({ creator, onDecided }: { creator: CreatorToReview; onDecided: () => void }) {
  return (
    <>
      <div className={styles.column}>
        {!creator.isWaiting && (
          <Alert type="info" showIcon title="No documents of this creator wait for a decision right now." />
        )}
        <ReviewDocuments creator={creator} />
        <ReviewFacts creator={creator} />
      </div>
      <div className={styles.decision}>
        <ReviewDecision creator={creator} onDecided={onDecided} />
      </div>
    </>
  );
}

function Queue({ current, total }: { current: string; total: number }) {
  const { rows } = useAppSelector(reviewQueue.select);
  return (
    <nav className={styles.queue} aria-label={`${total} to review`}>
      {rows.map(({ _id, name, username, sentAt }) => (
        <Link key={_id} href={consolePaths.reviewOf(_id)} aria-current={_id === current ? 'page' : undefined}>
          {name || username}
          <br />
          <small>sent {formatRelative(sentAt, { timeZone: VIEWER_TIME_ZONE })}</small>
        </Link>
      ))}
    </nav>
  );
}
