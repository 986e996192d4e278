import { definePage } from '@/composition/define-page';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { LandingScreen, landingListKey } from '@/screens/site/landing-screen';

export default definePage(LandingScreen, {
  layout: 'home',
  features: [performerFeature],
  load: () => [listRequested({ key: landingListKey, source: 'top', query: { limit: 9 } })],
});
