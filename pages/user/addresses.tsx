import { definePage } from '@/composition/define-page';
import { addressFeature } from '@/features/address/address-feature';
import { addressesWanted } from '@/features/address/address-slice';
import { referenceFeature } from '@/features/reference/reference-feature';
import { referenceWanted } from '@/features/reference/reference-slice';
import { AddressesScreen } from '@/screens/addresses-screen';

export default definePage(AddressesScreen, {
  layout: 'primary',
  authenticate: true,
  features: [addressFeature, referenceFeature],
  load: () => [addressesWanted(), referenceWanted(['countries'])],
});
