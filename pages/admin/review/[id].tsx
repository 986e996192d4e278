import { defineConsolePage } from '@/composition/define-console-page';
import { reviewFeature } from '@/features/operations/review/review-feature';
import { ReviewScreen } from '@/screens/operations/lazy-screens';
import { loadReview } from '@/screens/operations/review-query';

export default defineConsolePage(ReviewScreen, {
  permission: 'reviewCreators',
  features: [reviewFeature],
  load: loadReview,
});
