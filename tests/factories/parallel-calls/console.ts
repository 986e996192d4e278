import { byFans, byStrangers, type Plans } from './stage';

export const consolePlans: Plans = {
  searchOperatorLog: byStrangers(({ admin }) => ({ as: admin.token })),
  checkOperatorLog: byStrangers(({ admin }) => ({ as: admin.token })),
  listOperators: byStrangers(({ admin }) => ({ as: admin.token })),
  setOperatorRole: byFans(({ admin }, { account }) => ({
    as: admin.token,
    body: { email: account.email, role: 'support' },
  })),
};
