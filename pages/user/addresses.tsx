import { definePage } from '@/composition/define-page';
import { addressFeature, addressesRequested } from '@/features/site/address/address-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceRequested } from '@/features/site/reference/reference-slice';
import { AddressesScreen } from '@/screens/identity/addresses-screen';

export default definePage(AddressesScreen, {
  layout: 'primary',
  authenticate: true,
  features: [addressFeature, referenceFeature],
  load: () => [addressesRequested(), referenceRequested(['countries'])],
});
