import { definePage } from '@/composition/define-page';
import { creatorHomeFeature } from '@/features/creator-home/creator-home-feature';
import { homeRequested } from '@/features/creator-home/creator-home-slice';
import { postSalesFeature } from '@/features/post-sales/post-sales-feature';
import { CreatorHomeScreen } from '@/screens/creator-home-screen';

export default definePage(CreatorHomeScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [creatorHomeFeature, postSalesFeature],
  load: () => [homeRequested()],
});
