import { definePage } from '@/composition/define-page';
import { creatorHomeFeature, homeRequested } from '@/features/money/creator-home/creator-home-feature';
import { listOpened, peopleRequested } from '@/features/content/item/item-slice';
import { firstStepsFeature } from '@/features/identity/first-steps/first-steps-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { subscriptionFeature } from '@/features/money/subscription/subscription-feature';
import { homeList, isOwnHome, suggestionsKey } from '@/screens/content/home-query';
import { HomeScreen } from '@/screens/content/home-screen';
import { itemFeatures } from '@/screens/content/item-page';

export default definePage(HomeScreen, {
  layout: 'primary',
  authenticate: true,
  features: [
    ...itemFeatures,
    performerFeature,
    subscriptionFeature,
    creatorHomeFeature,
    postSalesFeature,
    firstStepsFeature,
  ],
  load({ query, state }) {
    if (isOwnHome(query, selectIsPerformer(state))) return [homeRequested()];
    return [
      listOpened(homeList(query)),
      peopleRequested(),
      // The random sample is requested only once, so that it does not change while the user reads.
      ...(state.performer?.lists[suggestionsKey]
        ? []
        : [listRequested({ key: suggestionsKey, source: 'random', query: { limit: 12 } })]),
    ];
  },
});
