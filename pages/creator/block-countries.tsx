import { definePage } from '@/composition/define-page';
import { blockFeature } from '@/features/block/block-feature';
import { referenceFeature } from '@/features/reference/reference-feature';
import { referenceWanted } from '@/features/reference/reference-slice';
import { BlockCountriesScreen } from '@/screens/block-countries-screen';

export default definePage(BlockCountriesScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [blockFeature, referenceFeature],
  load: () => [referenceWanted(['countries'])],
});
