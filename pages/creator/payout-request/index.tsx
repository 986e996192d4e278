import { definePage } from '@/composition/define-page';
import { payoutFeature } from '@/features/money/payout/payout-feature';
import { loadPayouts, PayoutsScreen } from '@/screens/money/payouts/payouts-screen';

export default definePage(PayoutsScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [payoutFeature],
  load: loadPayouts,
});
