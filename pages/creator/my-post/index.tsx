import { defineStudioPage } from '@/composition/define-studio-page';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { loadOwnItems } from '@/screens/content/own-items-query';
import { OwnItemsScreen } from '@/screens/content/own-items-screen';

export default defineStudioPage(() => <OwnItemsScreen kind="feed" />, {
  features: [postSalesFeature],
  load: loadOwnItems('feed'),
});
