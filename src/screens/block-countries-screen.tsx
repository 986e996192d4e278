import Head from 'next/head';
import { PageColumn } from '@/components/app-shell';
import { Button } from '@/components/button';
import { PageHead } from '@/components/page-head';
import { paths } from '@/config/paths';
import { CountrySwitches } from '@/features/block/components/country-switches';
import { selectReference } from '@/features/reference/reference-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Countries a creator does not want to be seen from. */
export function BlockCountriesScreen() {
  const siteName = useAppSelector(selectSiteName);
  const countries = useAppSelector(selectReference('countries'));
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Blocked countries · ${siteName}`}</title>
      </Head>
      <PageHead
        title="Blocked countries"
        note="Visitors from these countries see “page not found”. Changes apply immediately."
        actions={<Button href={paths.creator.blacklist}>People</Button>}
      />
      <CountrySwitches countries={countries} />
    </PageColumn>
  );
}
