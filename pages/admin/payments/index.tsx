import { defineConsolePage } from '@/composition/define-console-page';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { consoleLedgerFeature } from '@/features/operations/ledger/ledger-feature';
import { PaymentsScreen } from '@/screens/operations/lazy-screens';
import { loadPayments } from '@/screens/operations/payments-query';

export default defineConsolePage(PaymentsScreen, {
  permission: 'readLedger',
  features: [consoleLedgerFeature, listExportFeature],
  load: loadPayments,
});
