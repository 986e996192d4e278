import { definePage } from '@/composition/define-page';
import { earningFeature } from '@/features/earning/earning-feature';
import { earningsRequested } from '@/features/earning/earning-slice';
import { readEarningsQuery, toEarningQuery } from '@/screens/earnings-query';
import { EarningsScreen } from '@/screens/earnings-screen';

export default definePage(EarningsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [earningFeature],
  load: ({ query }) => [earningsRequested(toEarningQuery(readEarningsQuery(query)))],
});
