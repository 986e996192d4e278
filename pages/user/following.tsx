import { definePage } from '@/composition/define-page';
import { followFeature } from '@/features/follow/follow-feature';
import { followsRequested } from '@/features/follow/follow-slice';
import { performerFeature } from '@/features/performer/performer-feature';
import { FollowingScreen } from '@/screens/following-screen';

export default definePage(FollowingScreen, {
  layout: 'primary',
  authenticate: true,
  features: [followFeature, performerFeature],
  load: () => [followsRequested({ side: 'following' })],
});
