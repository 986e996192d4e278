import Head from 'next/head';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/layout/app-shell';
import { Chips } from '@/components/form/chips';
import { PageHead } from '@/components/layout/page-head';
import { SearchField } from '@/components/form/search-field';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useWanted } from '@/components/hooks/use-wanted';
import { paths } from '@/config/paths';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { SubscriberTable } from '@/features/money/subscriber/components/subscriber-table';
import { selectCan } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { FansTabs } from '../content/fans-tabs';
import { readSubscribersQuery, subscribersHref, subscriberStates, subscriberTiers } from './subscribers-query';
import styles from './subscribers-screen.module.css';

/** Who subscribes to the creator; everything chosen is in the address. */
export function SubscribersScreen() {
  const router = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const hasStates = useAppSelector(selectCan('subscriberStates'));
  const query = readSubscribersQuery(router.query);
  const [wanted, change] = useWanted(query, (next) =>
    router.replace(subscribersHref(next), undefined, { scroll: false }),
  );
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q, page: 1 }));
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Subscribers · ${siteName}`}</title>
      </Head>
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
