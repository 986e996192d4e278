import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { BlockedPeople } from '@/features/identity/block/components/blocked-people';
import { PersonFinder } from '@/features/identity/block/components/person-finder';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Fans a creator does not want to be seen by. */
export function BlacklistScreen() {
  const siteName = useAppSelector(selectSiteName);
  return (
    <PageColumn>
      <Head>
        <title>{`Blocked people · ${siteName}`}</title>
      </Head>
      <PageHead
        title="Blocked people"
        note="They’ll see “page not found”, and cannot message you."
        actions={<Button href={paths.creator.blockCountries}>Countries</Button>}
      />
      <PersonFinder />
      <BlockedPeople />
    </PageColumn>
  );
}
