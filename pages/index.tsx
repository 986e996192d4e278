import { definePage } from '@/composition/define-page';
import { performerFeature } from '@/features/performer/performer-feature';
import { listRequested } from '@/features/performer/performer-slice';
import { landingListKey } from '@/screens/landing-query';
import { LandingScreen } from '@/screens/landing-screen';

export default definePage(LandingScreen, {
  layout: 'home',
  features: [performerFeature],
  load: () => [listRequested({ key: landingListKey, source: 'top', query: { limit: 9 } })],
});
