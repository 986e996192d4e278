import { defineConsolePage } from '@/composition/define-console-page';
import { reviewFeature } from '@/features/operations/review/review-feature';
import { ReviewQueueScreen } from '@/screens/operations/lazy-screens';
import { loadReviewQueue } from '@/screens/operations/review-query';

export default defineConsolePage(ReviewQueueScreen, {
  permission: 'reviewCreators',
  features: [reviewFeature],
  load: loadReviewQueue,
});
