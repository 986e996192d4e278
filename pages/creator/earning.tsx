import { definePage } from '@/composition/define-page';
import { earningFeature } from '@/features/money/earning/earning-feature';
import { statementsFeature } from '@/features/money/earning/statements-feature';
import { EarningsScreen, loadEarnings } from '@/screens/money/earnings-screen';

export default definePage(EarningsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [earningFeature, statementsFeature],
  load: loadEarnings,
});
