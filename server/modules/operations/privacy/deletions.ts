import type { ServerContext } from '../../../context';
import type { Executor, Tx } from '../../../db/transaction';
import type { Mail } from '../../../gateways/mail';
import { readPersonBalances } from '../../../ledger/accounts';
import { rooms } from '../../../realtime/publish';
import type { AccountService } from '../../identity/account/account-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { OrderService } from '../../money/order/order-service';
import type { PayoutService } from '../../money/payout/payout-service';
import type { PlatformService } from '../../money/subscription/platform-service';
import type { SubscriptionService } from '../../money/subscription/subscription-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { AccountRow, DeletionRepository } from './deletion-repository';

/** For how long an owner can cancel. Ux AS-7. */
const GRACE_MS = 14 * 24 * 3600 * 1000;

export interface DeletionNeeds {
  account: Pick<AccountService, 'getMe'>;
  session: Pick<SessionService, 'assertFresh' | 'lockOwn' | 'closeOthers' | 'clearCache'>;
  settings: Pick<SettingsService, 'read'>;
  subscription: Pick<SubscriptionService, 'readPaidTime' | 'endAll'>;
  platform: Pick<PlatformService, 'end'>;
  payout: Pick<PayoutService, 'hasOpen'>;
  order: Pick<OrderService, 'hasUnsent'>;
  eraseAccount(id: string): Promise<void>;
}

export interface Deletions extends DeletionNeeds, Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'> {
  deletions: DeletionRepository;
}

export async function readDeletionState(
  { db, clock, subscription, payout, order }: Deletions,
  { id, kind }: AccountRow,
  tx?: Executor,
) {
  const balances = await readPersonBalances(tx ?? db, id);
  const paid = kind === 'performer' ? await subscription.readPaidTime(id, tx) : { count: 0, until: null };
  const findRefusal = async () => {
    if (balances.pending > 0 || (await payout.hasOpen(id, tx))) return 'DELETION_MONEY_PENDING' as const;
    return (await order.hasUnsent(id, tx)) ? ('DELETION_ORDERS' as const) : null;
  };
  const earliest = clock.now().getTime() + GRACE_MS;
  return {
    wallet: balances.wallet,
    paid,
    refusal: await findRefusal(),
    at: new Date(Math.max(earliest, paid.until?.getTime() ?? 0)),
  };
}

/** The text that an owner types to confirm. Usernames, emails and ids are all lower case. */
export const getConfirmationText = ({ username, email, phone, id }: AccountRow): string =>
  username ?? email ?? phone ?? id;

export async function sendDeletionMail(
  { settings, jobs, env }: Deletions,
  { email }: AccountRow,
  compose: (recipient: { siteName: string; to: string; url: string }) => Mail,
  tx: Tx,
): Promise<void> {
  if (email === null) return;
  const { siteName } = await settings.read(tx);
  const mail = compose({ siteName, to: email, url: `${env.WEB_PUBLIC_URL}/auth/login` });
  await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
}

export function publishAccountChanged({ session, publisher }: Deletions, id: string): void {
  session.clearCache(id);
  publisher.publish('account_changed', rooms.account(id));
}
