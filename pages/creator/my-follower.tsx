import { definePage } from '@/composition/define-page';
import { followFeature } from '@/features/content/follow/follow-feature';
import { follows } from '@/features/content/follow/follow-feature';
import { FollowersScreen } from '@/screens/content/follow-screens';

export default definePage(FollowersScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [followFeature],
  load: () => [follows.followers.requested({})],
});
