import { defineConsolePage } from '@/composition/define-console-page';
import { consoleLedgerFeature } from '@/features/operations/ledger/ledger-feature';
import { PaymentScreen } from '@/screens/operations/lazy-screens';
import { loadPayment } from '@/screens/operations/payments-query';

export default defineConsolePage(PaymentScreen, {
  permission: 'readLedger',
  features: [consoleLedgerFeature],
  load: loadPayment,
});
