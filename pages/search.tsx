import { definePage } from '@/composition/define-page';
import { searchFeature } from '@/features/content/search/search-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { itemFeatures } from '@/screens/content/item-page';
import { loadSearch } from '@/screens/content/search-query';
import { SearchScreen } from '@/screens/content/search-screen';

export default definePage(SearchScreen, {
  layout: 'public',
  features: [searchFeature, performerFeature, ...itemFeatures],
  load: loadSearch,
});
