import { definePage } from '@/composition/define-page';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { categoriesRequested, listRequested } from '@/features/identity/performer/performer-slice';
import { creatorsListKey, readCreatorsQuery, toPerformerQuery } from '@/screens/content/creators-query';
import { CreatorsScreen } from '@/screens/content/creators-screen';

export default definePage(CreatorsScreen, {
  layout: 'public',
  features: [performerFeature],
  load({ query }) {
    const chosen = readCreatorsQuery(query);
    return [categoriesRequested(), listRequested({ key: creatorsListKey(chosen), query: toPerformerQuery(chosen) })];
  },
});
