import { definePage } from '@/composition/define-page';
import { followFeature } from '@/features/follow/follow-feature';
import { followsRequested } from '@/features/follow/follow-slice';
import { FollowersScreen } from '@/screens/followers-screen';

export default definePage(FollowersScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [followFeature],
  load: () => [followsRequested({ side: 'followers' })],
});
