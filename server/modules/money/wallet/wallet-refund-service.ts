import { eq } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { findRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { lockWallet, readDebt, readPersonBalances } from '../../../ledger/accounts';
import { postTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import { moneyText } from '../../../mail/compose-mail';
import { recordAct } from '../../../operator-log/record-act';
import { rooms } from '../../../realtime/publish';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CardRefundService } from '../card-refund/card-refund-service';
import { lockTopUps, splitOverCards, type CardShare } from './top-up-refunds';
import { walletRefundMail } from './wallet-refund-mail';

interface WalletRefundDeps extends Pick<ServerContext, 'db' | 'clock' | 'env' | 'jobs' | 'publisher'> {
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
  cardRefund: Pick<CardRefundService, 'request'>;
}

type AccountRow = typeof accounts.$inferSelect;

/** Money that leaves a wallet for the cards that paid it in. */
interface WalletRefund {
  balance: Cents;
  /** Without tax. */
  amount: Cents;
  tax: Cents;
  shares: readonly CardShare[];
}

export type WalletRefundService = ReturnType<typeof createWalletRefundService>;

/** Pays fans' wallets back to the cards of their top-ups. Decisions 2, promises M-12. */
export function createWalletRefundService(deps: WalletRefundDeps) {
  const { db } = deps;
  return {
    /** Computes a refund without making it; null if nothing could be paid back. */
    async preview(userId: string): Promise<EndpointReply<'refundWallet'> | null> {
      const account = await findRow(db, accounts, eq(accounts.id, userId));
      if (!account || (await findObstacle(db, account))) return null;
      const { wallet } = await readPersonBalances(db, userId);
      const planned = await plan(db, userId, wallet);
      return planned.amount > 0 ? present(planned) : null;
    },

    /**
     * Pays back as much as the cards can take, once: a repeat finds another balance. Creators are paid by payouts instead.
     *
     * @param input.expectedBalance of the wallet, as the operator saw it
     * @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE for another balance, REFUND_NOT_POSSIBLE
     */
    refund: (
      userId: string,
      input: EndpointPart<'refundWallet', 'body'>,
      by: Operator,
    ): Promise<EndpointReply<'refundWallet'>> => inTransaction(db, (tx) => refund(deps, tx, { userId, ...input, by })),
  };
}

async function plan(db: Executor, userId: string, balance: Cents): Promise<WalletRefund> {
  const shares = balance > 0 ? await splitOverCards(db, userId, balance) : [];
  const sum = (part: 'net' | 'tax') => cents(shares.reduce((whole, share) => whole + share[part], 0));
  return { balance, amount: sum('net'), tax: sum('tax'), shares };
}

const present = ({ balance, amount, tax, shares }: WalletRefund): EndpointReply<'refundWallet'> => ({
  amount: fromCents(amount),
  tax: fromCents(tax),
  stays: fromCents(cents(balance - amount)),
  cards: shares.map((share) => ({
    paymentId: share.paymentId,
    brand: share.card?.brand ?? null,
    last4Digits: share.card?.last4Digits ?? null,
    amount: fromCents(cents(share.net + share.tax)),
  })),
});

async function refund(
  deps: WalletRefundDeps,
  tx: Tx,
  { userId, expectedBalance, reason, by }: EndpointPart<'refundWallet', 'body'> & { userId: string; by: Operator },
): Promise<EndpointReply<'refundWallet'>> {
  const account = requireFound(await findRow(tx, accounts, eq(accounts.id, userId)));
  await lockTopUps(tx, userId);
  const balance = await lockWallet(tx, userId);
  if (fromCents(balance) !== expectedBalance)
    throw new AppError('CHANGED_ELSEWHERE', {
      message: `The wallet has ${moneyText(balance)} now. Reload the page to see it.`,
    });
  const obstacle = await findObstacle(tx, account);
  if (obstacle) throw new AppError('REFUND_NOT_POSSIBLE', { message: obstacle });
  const refunded = await plan(tx, userId, balance);
  if (refunded.amount === 0)
    throw new AppError('REFUND_NOT_POSSIBLE', {
      message: 'No payment by card is left that the money in this wallet could go back to.',
    });
  await tell(deps, tx, account, refunded);
  const transfers: TransferRequest[] = [];
  for (const share of refunded.shares) transfers.push(await returnToCard(deps, tx, userId, share));
  await recordAct(tx, by, {
    act: 'wallet.refunded',
    subject: { kind: 'account', id: userId },
    details: { ...present(refunded), before: fromCents(balance), reason },
  });
  for (const transfer of transfers) await postTransfer(tx, transfer);
  return present(refunded);
}

/** Says why no money of this account can go back to cards, whatever its wallet has. */
async function findObstacle(db: Executor, { id, kind }: AccountRow): Promise<string | null> {
  if (kind !== 'user') return 'Creators get their balance by payouts, not by refunds.';
  const debt = await readDebt(db, id);
  return debt > 0 ? `This account owes the site ${moneyText(debt)}, so its wallet can’t be paid back.` : null;
}

/** @returns the transfer to post after everything else, since it locks accounts of the whole site */
async function returnToCard(
  { cardRefund, clock }: WalletRefundDeps,
  tx: Tx,
  userId: string,
  { paymentId, net, tax }: CardShare,
): Promise<TransferRequest> {
  const id = newId(clock.now().getTime());
  await cardRefund.request(tx, { saleId: id, paymentId, userId, amount: cents(net + tax) });
  const to = { kind: 'gateway' } as const;
  return {
    code: 'part-refund',
    key: `part-refund:${id}`,
    subject: paymentId,
    postings: [
      { from: { kind: 'wallet', ownerId: userId }, to, amount: net },
      { from: { kind: 'tax' }, to, amount: tax },
    ],
  };
}

/** Notifies the owner in the app and by mail: owners of closed accounts can read only the mail. */
async function tell(
  { settings, notification, publisher, jobs, env }: WalletRefundDeps,
  tx: Tx,
  { id: userId, email }: AccountRow,
  { balance, amount, tax, shares }: WalletRefund,
): Promise<void> {
  const withTax = tax > 0 ? ` with ${moneyText(tax)} tax` : '';
  await notification.add(tx, {
    userId,
    type: 'payment',
    action: 'refunded',
    title: 'Refund',
    message: `${moneyText(amount)} from your wallet${withTax} is on its way back to your card.`,
    ...(shares[0] && { refId: shares[0].paymentId, refSource: 'payment_transaction' }),
  });
  const left = cents(balance - amount);
  tx.afterCommit(() => publisher.publish('balance_update', rooms.account(userId), { balance: fromCents(left) }));
  if (!email) return;
  const { siteName } = await settings.read(tx);
  const mail = walletRefundMail({
    siteName,
    to: email,
    url: `${env.WEB_PUBLIC_URL}/contact`,
    amount,
    tax,
    left,
    shares,
  });
  await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
}
