import type { Feature } from '@/store/feature';
import { sessionSaga } from './session-saga';
import { balanceChanged, currentUserRequested, sessionSlice } from './session-slice';

type BalanceEvent = { token?: number; type?: string; pending?: boolean; balance?: number; pendingBalance?: number };

/** The signed-in account and its money. */
export const sessionFeature: Feature = {
  name: 'session',
  reducer: sessionSlice.reducer,
  saga: sessionSaga,
  socket: {
    // Absolute sums win: a missed or repeated event cannot make them drift. Others of the family send what to add.
    update_balance: ({ token = 0, pending, balance, pendingBalance }: BalanceEvent) =>
      balance !== undefined || pendingBalance !== undefined
        ? balanceChanged({ wallet: balance, pendingBalance })
        : balanceChanged(pending ? { pendingDelta: token } : { walletDelta: token }),
    balance_update: ({ balance }: { balance: number }) => balanceChanged({ wallet: balance }),
    account_changed: () => currentUserRequested(),
  },
  resync: (state) => (state.session.status === 'loggedIn' ? [currentUserRequested()] : []),
};
