import { definePage } from '@/composition/define-page';
import { listOpened, peopleRequested } from '@/features/feed/feed-slice';
import { performerFeature } from '@/features/performer/performer-feature';
import { listRequested } from '@/features/performer/performer-slice';
import { subscriptionFeature } from '@/features/subscription/subscription-feature';
import { homeListKey, suggestionsKey } from '@/screens/home-query';
import { HomeScreen } from '@/screens/home-screen';
import { postFeatures } from '@/screens/post-features';

export default definePage(HomeScreen, {
  layout: 'primary',
  authenticate: true,
  features: [...postFeatures, performerFeature, subscriptionFeature],
  load: ({ query, state }) => [
    listOpened({ key: homeListKey(query) }),
    peopleRequested(),
    // A random sample: asked for once, so that it does not change under the reader.
    ...(state.performer?.lists[suggestionsKey]
      ? []
      : [listRequested({ key: suggestionsKey, source: 'random', query: { limit: 12 } })]),
  ],
});
