import { definePage } from '@/composition/define-page';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { overviewRequested, payoutFeature, payoutRequested } from '@/features/money/payout/payout-feature';
import { UpdatePayoutScreen } from '@/screens/money/payouts/payout-form-screen';

export default definePage(UpdatePayoutScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [payoutFeature, reauthFeature],
  load: ({ query }) => [overviewRequested(), payoutRequested(String(query['id']))],
});
