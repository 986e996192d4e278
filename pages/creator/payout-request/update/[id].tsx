import { definePage } from '@/composition/define-page';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { payoutFeature } from '@/features/money/payout/payout-feature';
import { overviewRequested, payoutRequested } from '@/features/money/payout/payout-slice';
import { UpdatePayoutScreen } from '@/screens/money/payouts/payout-form-screen';

export default definePage(UpdatePayoutScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [payoutFeature, reauthFeature],
  load: ({ query }) => [overviewRequested(), payoutRequested(String(query['id']))],
});
