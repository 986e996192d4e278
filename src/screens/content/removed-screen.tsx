import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { TakedownList } from '@/features/content/takedown/components/takedown-list';
import { takedowns, TAKEDOWNS_PER_PAGE } from '@/features/content/takedown/takedown-feature';
import { withQuery } from '@/lib/omit-empty';
import { readPage } from '../site/page-query';
import { PageTitle } from '../site/page-title';

export const loadRemoved = ({ query }: { query: ParsedUrlQuery }) => [
  takedowns.requested({ offset: (readPage(query) - 1) * TAKEDOWNS_PER_PAGE }),
];

/** Content of the viewer that operators removed, with the reasons, and the way to appeal. */
export function RemovedScreen() {
  const { query } = useRouter();
  return (
    <PageColumn>
      <PageTitle title="Removed by the site" />
      <PageHead title="Removed by the site" note="What we removed of yours, and why." />
      <TakedownList page={readPage(query)} getHref={(page) => withQuery(paths.removed, { page })} />
    </PageColumn>
  );
}
