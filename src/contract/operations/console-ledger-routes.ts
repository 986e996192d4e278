import { defineRoutes } from '../base/define';

const console = { access: 'admin', permission: 'readLedger', extension: true } as const;

/** Card payments, their entries in the ledger, and its comparison with the gateway. All of it is ours. */
export const consoleLedgerRoutes = defineRoutes({
  searchPayments: { ...console, method: 'GET', path: '/admin/payments' },
  getPayment: { ...console, method: 'GET', path: '/admin/payments/:id' },
  listReconciliations: { ...console, method: 'GET', path: '/admin/reconciliation' },
  reconcileDay: { ...console, method: 'POST', path: '/admin/reconciliation' },
});
