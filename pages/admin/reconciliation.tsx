import { defineConsolePage } from '@/composition/define-console-page';
import { consoleLedgerFeature } from '@/features/operations/ledger/ledger-feature';
import { ReconciliationScreen } from '@/screens/operations/lazy-screens';
import { loadReconciliations } from '@/screens/operations/reconciliation-query';

export default defineConsolePage(ReconciliationScreen, {
  permission: 'readLedger',
  features: [consoleLedgerFeature],
  load: loadReconciliations,
});
