import { definePage } from '@/composition/define-page';
import { creatorHomeFeature, homeRequested } from '@/features/money/creator-home/creator-home-feature';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { CreatorHome } from '@/screens/content/creator-home/creator-home';

export default definePage(CreatorHome, {
  layout: 'primary',
  onlyPerformer: true,
  features: [creatorHomeFeature, postSalesFeature],
  load: () => [homeRequested()],
});
