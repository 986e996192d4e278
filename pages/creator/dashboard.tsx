import { definePage } from '@/composition/define-page';
import { creatorHomeFeature } from '@/features/content/creator-home/creator-home-feature';
import { homeRequested } from '@/features/content/creator-home/creator-home-slice';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { CreatorHomeScreen } from '@/screens/content/creator-home-screen';

export default definePage(CreatorHomeScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [creatorHomeFeature, postSalesFeature],
  load: () => [homeRequested()],
});
