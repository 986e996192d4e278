import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/content/item/item-slice';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { searchFeature, totalsRequested } from '@/features/content/search/search-feature';
import { itemFeatures } from '@/screens/content/item-page';
import { creatorsShown, foundCreatorsKey, foundPosts, readSearchWords } from '@/screens/content/search-query';
import { SearchScreen } from '@/screens/content/search-screen';

export default definePage(SearchScreen, {
  layout: 'public',
  features: [searchFeature, performerFeature, ...itemFeatures],
  load({ query }) {
    const words = readSearchWords(query);
    if (words === '') return [];
    return [
      totalsRequested({ words }),
      listRequested({ key: foundCreatorsKey(words), query: { q: words, limit: creatorsShown } }),
      listOpened(foundPosts(words)),
    ];
  },
});
