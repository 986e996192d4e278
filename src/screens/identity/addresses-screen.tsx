import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { AddressBook } from '@/features/site/address/components/address-book';
import { selectReference } from '@/features/site/reference/reference-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Where things are sent to. */
export function AddressesScreen() {
  const siteName = useAppSelector(selectSiteName);
  const countries = useAppSelector(selectReference('countries'));
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Addresses · ${siteName}`}</title>
      </Head>
      <PageHead title="Addresses" note="Creators only see an address when you order something that ships." />
      <AddressBook countries={countries} />
    </PageColumn>
  );
}
