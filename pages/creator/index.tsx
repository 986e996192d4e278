import { definePage } from '@/composition/define-page';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { categoriesRequested } from '@/features/identity/performer/performer-slice';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { creatorsRequested, readCreatorsQuery } from '@/screens/content/creators-query';
import { CreatorsScreen } from '@/screens/content/creators-screen';

export default definePage(CreatorsScreen, {
  layout: 'public',
  features: [performerFeature, referenceFeature],
  load: ({ query }) => [categoriesRequested(), creatorsRequested(readCreatorsQuery(query))],
});
