import { definePage } from '@/composition/define-page';
import { followFeature } from '@/features/content/follow/follow-feature';
import { follows } from '@/features/content/follow/follow-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { FollowingScreen } from '@/screens/content/follow-screens';

export default definePage(FollowingScreen, {
  layout: 'primary',
  authenticate: true,
  features: [followFeature, performerFeature],
  load: () => [follows.following.requested({})],
});
