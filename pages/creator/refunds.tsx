import { definePage } from '@/composition/define-page';
import { refundFeature } from '@/features/money/refund/refund-feature';
import { loadRefunds, RefundsScreen } from '@/screens/money/refunds-screen';

export default definePage(RefundsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [refundFeature],
  load: loadRefunds,
});
