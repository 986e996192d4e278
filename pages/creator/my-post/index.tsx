import { definePage } from '@/composition/define-page';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { OwnItemsScreen } from '@/screens/content/own-items-screen';
import { loadOwnItems } from '@/screens/content/own-items-query';

export default definePage(() => <OwnItemsScreen kind="feed" />, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature, postSalesFeature],
  load: loadOwnItems('feed'),
});
