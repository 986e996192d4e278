import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { CountrySwitches } from '@/features/identity/block/components/country-switches';
import { selectReference } from '@/features/site/reference/reference-slice';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

export function BlockCountriesScreen() {
  const countries = useAppSelector(selectReference('countries'));
  return (
    <PageColumn width="wide">
      <PageTitle title="Blocked countries" />
      <PageHead
        title="Blocked countries"
        note="Visitors from these countries see “page not found”. Changes apply immediately."
        actions={<Button href={paths.creator.blacklist}>People</Button>}
      />
      <CountrySwitches countries={countries} />
    </PageColumn>
  );
}
