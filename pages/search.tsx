import { definePage } from '@/composition/define-page';
import { listOpened } from '@/features/content/feed/feed-slice';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { searchFeature, totalsRequested } from '@/features/content/search/search-feature';
import { postFeatures } from '@/screens/content/post-features';
import { creatorsShown, foundCreatorsKey, foundPostsKey, readSearchWords } from '@/screens/content/search-query';
import { SearchScreen } from '@/screens/content/search-screen';

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
