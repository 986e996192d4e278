import { definePage } from '@/composition/define-page';
import { blockFeature } from '@/features/identity/block/block-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceRequested } from '@/features/site/reference/reference-slice';
import { BlockCountriesScreen } from '@/screens/identity/block-countries-screen';

export default definePage(BlockCountriesScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [blockFeature, referenceFeature],
  load: () => [referenceRequested(['countries'])],
});
