import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/feed/feed-slice';
import { performerFeature } from '@/features/performer/performer-feature';
import { listRequested } from '@/features/performer/performer-slice';
import { searchFeature, totalsRequested } from '@/features/search/search-feature';
import { postFeatures } from '@/screens/post-features';
import { creatorsShown, foundCreatorsKey, foundPostsKey, readSearchWords } from '@/screens/search-query';
import { SearchScreen } from '@/screens/search-screen';

export default definePage(SearchScreen, {
  layout: 'public',
  features: [searchFeature, performerFeature, ...postFeatures],
  load({ query }) {
    const words = readSearchWords(query);
    if (words === '') return [];
    return [
      totalsRequested({ words }),
      listRequested({ key: foundCreatorsKey(words), query: { q: words, limit: creatorsShown } }),
      listOpened({ key: foundPostsKey(words) }),
    ];
  },
});
