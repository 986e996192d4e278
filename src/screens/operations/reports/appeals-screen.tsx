import Link from 'next/link';
import { useRouter } from 'next/router';
import { StatusTabs } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { consoleAppeals, REPORTS_PER_PAGE, type Appeal } from '@/features/operations/report/report-feature';
import { houseRules } from '@/features/operations/report/report-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { PageTitle } from '../../site/page-title';
import { PersonLink } from '../person-link';
import { AgeTag, TakedownTag, toTargetName } from './report-parts';
import { appealsHref, appealTabs, readAppealState } from './reports-query';
import { PagedTable } from '../paged-table';

const columns: ConsoleColumn<Appeal>[] = [
  {
    key: 'title',
    title: 'Removed',
    render: ({ _id, target, title }) => (
      <Link className="link" href={consolePaths.appeal(_id)}>
        {title || toTargetName(target)}
      </Link>
    ),
  },
  { key: 'target', title: 'Kind', render: ({ target }) => toTargetName(target) },
  { key: 'owner', title: 'Author', render: ({ owner }) => <PersonLink person={owner} /> },
  { key: 'rule', title: 'Rule', render: ({ rule }) => houseRules[rule] },
  { key: 'by', title: 'Removed by', render: ({ decidedBy }) => <PersonLink person={decidedBy} /> },
  { key: 'state', title: 'Status', render: (row) => <TakedownTag {...row} /> },
  {
    key: 'since',
    title: 'Since',
    render: ({ state, appealedAt, createdAt }) =>
      state === 'appealed' && appealedAt !== null ? (
        <AgeTag since={appealedAt} />
      ) : (
        formatFull(createdAt, { timeZone: VIEWER_TIME_ZONE })
      ),
  },
];

/** Content that operators removed, and the appeals of its authors. */
export function AppealsScreen() {
  const router = useRouter();
  const state = readAppealState(router.query);
  const open = (next: typeof state, page?: number) =>
    void router.push(appealsHref(next, page), undefined, { scroll: false });
  return (
    <>
      <PageTitle title="Appeals" />
      <ConsolePage
        title="Appeals"
        note="Another operator than the one who removed the content decides, if there is one."
      >
        <StatusTabs value={state} options={appealTabs} onChange={(next) => open(next)} />
        <PagedTable
          list={consoleAppeals}
          label="Appeals"
          columns={columns}
          pageSize={REPORTS_PER_PAGE}
          onPage={(page) => open(state, page)}
          empty={appealTabs.find(({ value }) => value === state)?.empty ?? ''}
        />
      </ConsolePage>
    </>
  );
}
