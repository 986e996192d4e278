import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { Undo2 } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { RefundTable } from '@/features/money/refund/components/refund-table';
import { received, REFUNDS_PER_PAGE } from '@/features/money/refund/refund-feature';
import { selectHasReceivedRefunds } from '@/features/money/refund/refund-support';
import { getStateWords, type RefundState } from '@/features/money/refund/refund-words';
import { withQuery } from '@/lib/omit-empty';
import { useAppSelector } from '@/store/hooks';
import { readPage } from '../site/page-query';
import { PageTitle } from '../site/page-title';

const states: RefundState[] = ['asked', 'with_operator', 'granted', 'refused'];

/** The filter as in the URL: `?state=asked`. */
interface RefundsFilter {
  state: RefundState | 'all';
}

const stateChoices: { value: RefundsFilter['state']; label: string }[] = [
  { value: 'all', label: 'All' },
  ...states.map((state) => ({ value: state, label: getStateWords(state, 'creator').text })),
];

const readFilter = (query: ParsedUrlQuery): RefundsFilter => ({
  state: states.find((state) => state === query['state']) ?? 'all',
});

const refundsHref = ({ state }: RefundsFilter, page = 1): string =>
  withQuery(paths.creator.refunds, { state: state === 'all' ? '' : state, page });

export function loadRefunds({ query }: { query: ParsedUrlQuery }) {
  const { state } = readFilter(query);
  const offset = (readPage(query) - 1) * REFUNDS_PER_PAGE;
  return [received.requested({ ...(state !== 'all' && { state }), offset })];
}

export function RefundsScreen() {
  const router = useRouter();
  const filter = readFilter(router.query);
  const isServed = useAppSelector(selectHasReceivedRefunds);
  const [wanted, change] = useOptimisticQuery(filter, (next) =>
    router.replace(refundsHref(next), undefined, { scroll: false }),
  );
  if (!isServed) return <NoRefundsHere />;
  return (
    <PageColumn width="wide">
      <PageTitle title="Refund requests" />
      <PageHead title="Refund requests" note="Answer in time, or we’ll decide for you." />
      <div className="stack stack--lg">
        <Chips label="Status" options={stateChoices} value={wanted.state} onToggle={(state) => change({ state })} />
        <RefundTable
          page={readPage(router.query)}
          getHref={(page) => refundsHref(filter, page)}
          allHref={paths.creator.refunds}
        />
      </div>
    </PageColumn>
  );
}

function NoRefundsHere() {
  return (
    <PageColumn width="wide">
      <PageTitle title="Refund requests" />
      <EmptyState
        heading="h1"
        icon={Undo2}
        title="Refund requests aren’t available here"
        text="This site handles refunds in its own way. Contact us to ask how."
        action={<Button href={paths.contact}>Contact us</Button>}
      />
    </PageColumn>
  );
}
