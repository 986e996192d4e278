import Head from 'next/head';
import { PageColumn } from '@/components/app-shell';
import { Button } from '@/components/button';
import { PageHead } from '@/components/page-head';
import { paths } from '@/config/paths';
import { BlockedPeople } from '@/features/block/components/blocked-people';
import { PersonFinder } from '@/features/block/components/person-finder';
import { selectSiteName } from '@/features/settings/settings-slice';
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
