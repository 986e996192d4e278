import { defineRoutes, type Route } from '../base/define';

const operators = { access: 'admin', extension: true } as const satisfies Partial<Route>;

/** Fans and creators, as operators see them, and acts on their accounts. */
export const personRoutes = defineRoutes({
  searchPeople: { ...operators, method: 'GET', path: '/admin/people', permission: 'readPeople' },
  readPerson: { ...operators, method: 'GET', path: '/admin/people/:id', permission: 'readPeople' },
  readPersonMoney: { ...operators, method: 'GET', path: '/admin/people/:id/money', permission: 'readPeoplesMoney' },
  listPersonEntries: { ...operators, method: 'GET', path: '/admin/people/:id/entries', permission: 'readPeoplesMoney' },
  addPersonNote: { ...operators, method: 'POST', path: '/admin/people/:id/notes', permission: 'writeNotes' },
  endPersonSessions: {
    ...operators,
    method: 'POST',
    path: '/admin/people/:id/end-sessions',
    permission: 'endSessions',
  },
  closeAccount: { ...operators, method: 'POST', path: '/admin/people/:id/close', permission: 'closeAccounts' },
  reopenAccount: { ...operators, method: 'POST', path: '/admin/people/:id/reopen', permission: 'closeAccounts' },
  resetTwoFactor: {
    ...operators,
    method: 'POST',
    path: '/admin/people/:id/reset-two-factor',
    permission: 'editAccounts',
    proved: true,
  },
  resendPersonMail: { ...operators, method: 'POST', path: '/admin/people/:id/mails', permission: 'resendMails' },
  setPayoutHold: {
    ...operators,
    method: 'POST',
    path: '/admin/people/:id/payout-hold',
    permission: 'decidePayouts',
    proved: true,
  },
  refundWallet: {
    ...operators,
    method: 'POST',
    path: '/admin/people/:id/wallet-refund',
    permission: 'decideRefunds',
    proved: true,
  },
  setCommission: {
    ...operators,
    method: 'POST',
    path: '/admin/people/:id/commission',
    permission: 'editAccounts',
    proved: true,
  },
});
