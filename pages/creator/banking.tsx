import { definePage } from '@/composition/define-page';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { bankingFeature } from '@/features/money/payout/banking-feature';
import { payoutFeature } from '@/features/money/payout/payout-feature';
import { overviewRequested } from '@/features/money/payout/payout-slice';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceRequested } from '@/features/site/reference/reference-slice';
import { BankingScreen } from '@/screens/money/payouts/banking-screen';

export default definePage(BankingScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [payoutFeature, bankingFeature, reauthFeature, referenceFeature],
  load: () => [overviewRequested(), referenceRequested(['countries'])],
});
