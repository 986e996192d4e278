import Link from 'next/link';
import { useRouter } from 'next/router';
import { Flex, Tag } from 'antd';
import { Button } from '@/components/basic/button';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { CREATORS_PER_PAGE, reviewQueue, type WaitingCreator } from '@/features/operations/review/review-feature';
import { formatRelative, VIEWER_TIME_ZONE } from '@/lib/dates';
import { PageTitle } from '../site/page-title';
import { reviewHref } from './review-query';
import { PagedTable } from './paged-table';

export function ReviewTags({ isSecondTry, isApproved }: Pick<WaitingCreator, 'isSecondTry' | 'isApproved'>) {
  return (
    <>
      {isSecondTry && <Tag color="warning">Second try</Tag>}
      {isApproved && <Tag>Approved before, new documents</Tag>}
    </>
  );
}

const columns: ConsoleColumn<WaitingCreator>[] = [
  {
    key: 'name',
    title: 'Creator',
    render: ({ _id, name, username }) => (
      <Flex vertical>
        <Link className="link" href={consolePaths.reviewOf(_id)}>
          {name || username || 'No name'}
        </Link>
        <span className="sm muted">{username === null ? '' : `@${username}`}</span>
      </Flex>
    ),
  },
  { key: 'sent', title: 'Sent', render: ({ sentAt }) => formatRelative(sentAt, { timeZone: VIEWER_TIME_ZONE }) },
  {
    key: 'tags',
    title: 'Status',
    render: (row) => (row.isSecondTry || row.isApproved ? <ReviewTags {...row} /> : 'New'),
  },
  {
    key: 'open',
    title: '',
    render: ({ _id, name }) => (
      <Button size="sm" href={consolePaths.reviewOf(_id)} aria-label={`Review ${name}`}>
        Review
      </Button>
    ),
  },
];

/** Creators whose documents wait for a decision. */
export function ReviewQueueScreen() {
  const router = useRouter();
  return (
    <>
      <PageTitle title="Creators to review" />
      <ConsolePage title="Creators to review" note="The one who has waited longest comes first.">
        <PagedTable
          list={reviewQueue}
          label="Creators to review"
          columns={columns}
          pageSize={CREATORS_PER_PAGE}
          onPage={(page) => void router.push(reviewHref(page), undefined, { scroll: false })}
          empty="No creator waits for a decision. Their documents appear here as soon as they send them."
        />
      </ConsolePage>
    </>
  );
}
