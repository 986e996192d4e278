import { useEffect, type ComponentProps } from 'react';
import { addressFeature } from '@/features/site/address/address-feature';
import { AddressChoice } from '@/features/site/address/components/address-choice';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceRequested, selectReference } from '@/features/site/reference/reference-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withFeatures } from '@/store/with-features';

type DeliveryAddressProps = Omit<ComponentProps<typeof AddressChoice>, 'countries'>;

function AddressOfOrder(props: DeliveryAddressProps) {
  const dispatch = useAppDispatch();
  const countries = useAppSelector(selectReference('countries'));
  useEffect(() => void dispatch(referenceRequested(['countries'])), [dispatch]);
  return <AddressChoice {...props} countries={countries} />;
}

export const DeliveryAddress = withFeatures(AddressOfOrder, [addressFeature, referenceFeature]);
