import type { z } from 'zod';
import { fromCents, type Cents } from '@contract/base/money';
import type { UserMe } from '@contract/identity/people-schemas';
import { presentOwnState, type PersonRow, type UserView } from '../people/people-service';

export type UserMeView = z.input<typeof UserMe>;

/** `User.me`: `balance` and `wallet` are the same sum. Wire contract 0 and 6. */
export function presentUserMe(
  { account }: PersonRow,
  view: UserView,
  balances: { wallet: Cents; pending: Cents },
): UserMeView {
  const wallet = fromCents(balances.wallet);
  return {
    ...view,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    status: account.status,
    gender: account.gender,
    balance: wallet,
    wallet,
    pendingBalance: fromCents(balances.pending),
    roles: account.roles,
    isAgeDeclared: account.ageDeclaredAt !== null,
    verifiedEmail: account.verifiedEmail,
    twitterConnected: account.twitterId !== null,
    googleConnected: account.googleId !== null,
    followPopupShown: account.followPopupShown,
    welcomeVideoDismissed: account.welcomeVideoDismissed,
    ...presentOwnState(account),
  };
}
