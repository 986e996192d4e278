import { definePage } from '@/composition/define-page';
import { creatorHomeFeature } from '@/features/creator-home/creator-home-feature';
import { homeRequested } from '@/features/creator-home/creator-home-slice';
import { listOpened, peopleRequested } from '@/features/feed/feed-slice';
import { firstStepsFeature } from '@/features/first-steps/first-steps-feature';
import { performerFeature } from '@/features/performer/performer-feature';
import { listRequested } from '@/features/performer/performer-slice';
import { postSalesFeature } from '@/features/post-sales/post-sales-feature';
import { selectIsPerformer } from '@/features/session/session-slice';
import { subscriptionFeature } from '@/features/subscription/subscription-feature';
import { homeListKey, isOwnHome, suggestionsKey } from '@/screens/home-query';
import { HomeScreen } from '@/screens/home-screen';
import { postFeatures } from '@/screens/post-features';

export default definePage(HomeScreen, {
  layout: 'primary',
  authenticate: true,
  features: [
    ...postFeatures,
    performerFeature,
    subscriptionFeature,
    creatorHomeFeature,
    postSalesFeature,
    firstStepsFeature,
  ],
  load({ query, state }) {
    if (isOwnHome(query, selectIsPerformer(state))) return [homeRequested()];
    return [
      listOpened({ key: homeListKey(query) }),
      peopleRequested(),
      // A random sample: asked for once, so that it does not change under the reader.
      ...(state.performer?.lists[suggestionsKey]
        ? []
        : [listRequested({ key: suggestionsKey, source: 'random', query: { limit: 12 } })]),
    ];
  },
});
