import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { CountrySwitches } from '@/features/identity/block/components/country-switches';
import { selectReference } from '@/features/site/reference/reference-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
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
