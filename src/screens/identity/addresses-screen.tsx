import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { AddressBook } from '@/features/site/address/components/address-book';
import { selectReference } from '@/features/site/reference/reference-slice';
import { selectHasPart } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

export function AddressesScreen() {
  const ships = useAppSelector(selectHasPart('orders'));
  const countries = useAppSelector(selectReference('countries'));
  return (
    <PageColumn width="wide">
      <PageTitle title="Addresses" />
      <PageHead
        title="Addresses"
        note={ships ? 'Creators only see an address when you order something that ships.' : undefined}
      />
      <AddressBook countries={countries} />
    </PageColumn>
  );
}
