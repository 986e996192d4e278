import Link from 'next/link';
import { useRouter } from 'next/router';
import { Tag } from 'antd';
import { useEffect } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { WholeTable } from '@/components/console/whole-table';
import type { ConsoleColumn } from '@/components/console/console-table';
import { found, type Found } from '@/features/operations/find/find-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { findOnlyExact, getFoundHref, readWords } from './find-query';

const kindWords: Record<Found['kind'], string> = { person: 'Person', order: 'Order', payment: 'Payment' };

const columns: ConsoleColumn<Found>[] = [
  { key: 'kind', title: 'Kind', render: ({ kind }) => <Tag>{kindWords[kind]}</Tag> },
  {
    key: 'title',
    title: 'Found',
    render: (row) => (
      <Link className="link" href={getFoundHref(row)}>
        {row.title}
      </Link>
    ),
  },
  { key: 'note', title: 'Details', render: ({ note }) => note },
  { key: 'at', title: 'Since', render: ({ createdAt }) => formatFull(createdAt, { timeZone: VIEWER_TIME_ZONE }) },
];

/** Results of the search of the whole console. An exact hit opens its page at once. */
export function FindScreen() {
  const { query: address, replace } = useRouter();
  const dispatch = useAppDispatch();
  const words = readWords({ query: address });
  const { data, status, error, query } = useAppSelector(found.select);
  const only = query === words && status === 'ready' ? findOnlyExact(data ?? []) : undefined;
  const href = only && getFoundHref(only);
  useEffect(() => {
    if (href !== undefined) void replace(href);
  }, [href, replace]);
  return (
    <>
      <PageTitle title="Search" />
      <ConsolePage title={words === '' ? 'Search' : `Search for “${words}”`}>
        <WholeTable<Found>
          label="Found"
          columns={columns}
          rows={words === '' ? [] : (data ?? [])}
          status={status}
          error={error}
          onRetry={() => dispatch(found.requested(words))}
          empty={
            words === ''
              ? 'Type an email, a username, an order number or an id into the search above.'
              : 'Nothing fits. Try an email, a username, an order number, or the id of a payment.'
          }
        />
      </ConsolePage>
    </>
  );
}
