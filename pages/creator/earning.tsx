import { definePage } from '@/composition/define-page';
import { earningFeature, earnings } from '@/features/money/earning/earning-feature';
import { readEarningsQuery, toEarningQuery, EarningsScreen } from '@/screens/money/earnings-screen';

export default definePage(EarningsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [earningFeature],
  load: ({ query }) => [earnings.requested(toEarningQuery(readEarningsQuery(query)))],
});
