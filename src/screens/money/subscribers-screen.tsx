import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useWanted } from '@/components/hooks/use-wanted';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { SubscriberTable } from '@/features/money/subscriber/components/subscriber-table';
import {
  subscribersPerPage,
  type SubscriberQuery,
  type SubscriberState,
  type SubscriberTier,
} from '@/features/money/subscriber/subscriber-feature';
import { filled, withQuery } from '@/lib/filled';
import { readWords } from '@/lib/read-words';
import { selectCan } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { readPage } from '../site/page-query';
import { PageTitle } from '../site/page-title';
import { FansTabs } from '../content/fans-tabs';
import styles from './subscribers-screen.module.css';

const subscriberStates: { value: SubscriberState | ''; label: string }[] = [
  { value: '', label: 'Everyone' },
  { value: 'active', label: 'Active' },
  { value: 'ending', label: 'Ending' },
  { value: 'ended', label: 'Ended' },
];

const subscriberTiers: { value: SubscriberTier | ''; label: string }[] = [
  { value: '', label: 'All tiers' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
  { value: 'free', label: 'Free trial' },
];

/** What the address of the subscribers says. */
interface SubscribersQuery {
  q: string;
  state: SubscriberState | '';
  tier: SubscriberTier | '';
  /** From 1. */
  page: number;
}

export function readSubscribersQuery(query: ParsedUrlQuery): SubscribersQuery {
  return {
    q: readWords(query['q']),
    state: subscriberStates.find(({ value }) => value === query['state'])?.value ?? '',
    tier: subscriberTiers.find(({ value }) => value === query['tier'])?.value ?? '',
    page: readPage(query),
  };
}

const subscribersHref = (query: SubscribersQuery) => withQuery(paths.creator.subscribers, { ...query });

export const toSubscriberQuery = ({ page, ...filter }: SubscribersQuery): SubscriberQuery => ({
  ...filled(filter),
  offset: (page - 1) * subscribersPerPage,
});

/** Who subscribes to the creator; everything chosen is in the address. */
export function SubscribersScreen() {
  const router = useRouter();
  const hasStates = useAppSelector(selectCan('subscriberStates'));
  const query = readSubscribersQuery(router.query);
  const [wanted, change] = useWanted(query, (next) =>
    router.replace(subscribersHref(next), undefined, { scroll: false }),
  );
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q, page: 1 }));
  return (
    <PageColumn width="wide">
      <PageTitle title="Subscribers" />
      <PageHead title="Subscribers" />
      <FansTabs current={paths.creator.subscribers} />
      <div className={styles.filters}>
        <SearchField
          label="Search subscribers"
          placeholder="Name or username"
          value={text}
          onChange={setText}
          onSubmit={(q) => change({ q: q.trim(), page: 1 })}
        />
        {hasStates && (
          <Chips
            label="Status"
            options={subscriberStates}
            value={wanted.state}
            onToggle={(state) => change({ state, page: 1 })}
          />
        )}
        <Chips
          label="Tier"
          options={subscriberTiers}
          value={wanted.tier}
          onToggle={(tier) => change({ tier, page: 1 })}
        />
      </div>
      <SubscriberTable page={query.page} hrefOf={(page) => subscribersHref({ ...query, page })} />
    </PageColumn>
  );
}
