import { definePage } from '@/composition/define-page';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { payoutFeature } from '@/features/money/payout/payout-feature';
import { overviewRequested } from '@/features/money/payout/payout-slice';
import { CreatePayoutScreen } from '@/screens/money/payouts/payout-form-screen';

export default definePage(CreatePayoutScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [payoutFeature, reauthFeature],
  load: () => [overviewRequested()],
});
