import { definePage } from '@/composition/define-page';
import { performerFeature } from '@/features/performer/performer-feature';
import { categoriesRequested, listRequested } from '@/features/performer/performer-slice';
import { creatorsListKey, readCreatorsQuery, toPerformerQuery } from '@/screens/creators-query';
import { CreatorsScreen } from '@/screens/creators-screen';

export default definePage(CreatorsScreen, {
  layout: 'public',
  features: [performerFeature],
  load({ query }) {
    const chosen = readCreatorsQuery(query);
    return [categoriesRequested(), listRequested({ key: creatorsListKey(chosen), query: toPerformerQuery(chosen) })];
  },
});
