import type { EndpointData } from '@contract/schemas';
import { itemPath } from '@/config/item-names';
import { paths } from '@/config/paths';

export type Charge = EndpointData<'listCharges'>['data'][number];
export type Transaction = EndpointData<'searchTransactions'>['data'][number];
/** Backends without a statement send no balance. */
export type WalletLine = Omit<EndpointData<'listWalletLines'>['data'][number], 'balanceAfter'> & {
  balanceAfter?: number;
};

export interface StateWords {
  text: string;
  tone: 'plain' | 'success' | 'warn' | 'danger';
}

const transactionTitles: Record<Transaction['type'], string> = {
  token_package: 'Wallet top-up',
  free_subscription: 'Free trial',
  monthly_subscription: 'Monthly subscription',
  yearly_subscription: 'Yearly subscription',
  platform_subscription: 'Platform subscription',
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  message: 'Message',
  public_chat: 'Live show',
  product: 'Order',
};

export function getTransactionTitle({ type, performerInfo }: Transaction): string {
  const title = transactionTitles[type];
  return performerInfo ? `${title}, ${performerInfo.name}` : title;
}

const transactionStates: Record<Transaction['status'], StateWords> = {
  created: { text: 'Started', tone: 'plain' },
  processing: { text: 'Pending', tone: 'plain' },
  require_authentication: { text: 'Waiting for your bank', tone: 'warn' },
  success: { text: 'Paid', tone: 'success' },
  fail: { text: 'Declined', tone: 'danger' },
  canceled: { text: 'Not completed', tone: 'plain' },
  refunded: { text: 'Refunded', tone: 'plain' },
};

const unknownState: StateWords = { text: 'Unknown', tone: 'plain' };

export const getTransactionState = ({ status, totalPrice, refunded }: Transaction): StateWords =>
  status === 'success' && totalPrice === 0
    ? { text: 'Free', tone: 'plain' }
    : (getRefundState({ status, totalPrice, refunded }) ?? transactionStates[status] ?? unknownState);

/** Null if nothing was refunded. */
function getRefundState({
  status,
  totalPrice,
  refunded,
}: Pick<EndpointData<'getReceipt'>, 'status' | 'totalPrice' | 'refunded'>): StateWords | null {
  if (status !== 'success' || !refunded) return null;
  return { text: refunded.amount < totalPrice ? 'Partly refunded' : 'Refunded', tone: 'plain' };
}

/** The receipt of a completed payment, if the backend has receipts, else the payment's result page. */
export function getTransactionPath({ _id, status }: Transaction, hasReceipts: boolean): string {
  if (hasReceipts && (status === 'success' || status === 'refunded')) return paths.receipt(_id);
  return `${status === 'success' ? paths.paymentSuccess : paths.paymentCancel}?transactionId=${_id.slice(-8)}`;
}

const chargeTitles: Record<Charge['type'], string> = {
  tip: 'Tip',
  stream_tip: 'Tip in a live show',
  feed: 'Post',
  product: 'Shop',
  video: 'Video',
  gallery: 'Gallery',
  message: 'Message',
  gift: 'Gift',
  public_chat: 'Live show',
  group_chat: 'Group show',
  private_chat: 'Private show',
};

export function getChargeTitle({ type, products }: Charge): string {
  const name = products[0]?.name;
  // For an item without a title, compatible backends send the kind as its name.
  const hasTitle = name && name !== type && type !== 'tip' && type !== 'stream_tip';
  return hasTitle ? name : chargeTitles[type];
}

const chargeStates: Record<Charge['status'], StateWords> = {
  pending: { text: 'Pending', tone: 'plain' },
  success: { text: 'Paid', tone: 'success' },
  refunded: { text: 'Refunded', tone: 'plain' },
};

const receiptStates: Partial<Record<string, StateWords>> = { ...transactionStates, ...chargeStates };

export const getReceiptState = (receipt: EndpointData<'getReceipt'>): StateWords | undefined =>
  getRefundState(receipt) ?? receiptStates[receipt.status];

export const getChargeState = ({ status }: Charge) => chargeStates[status] ?? unknownState;

export function getChargePath({ target, targetId, performerInfo, performerId }: Charge): string {
  if (target === 'message') return paths.messageTo('performer', performerId);
  return itemPath(target, targetId) ?? paths.profile(performerInfo?.username || performerId);
}

export function getLineTitle({ kind, amount, charge }: WalletLine): string {
  switch (kind) {
    case 'top_up':
      return transactionTitles.token_package;
    case 'promotion':
      return 'Credit from the site';
    case 'refund':
      if (amount < 0) return 'Paid back to your card';
      return charge ? `Refunded: ${getChargeTitle(charge)}` : 'Refunded';
    case 'charge':
      return charge ? getChargeTitle(charge) : 'Purchase';
  }
}

/** Path of the bought item, or of the receipt of a top-up; undefined if the line has neither. */
export function getLinePath(line: WalletLine): string | undefined {
  const { transactionId, charge } = line;
  if (charge) return getChargePath(charge);
  const receipt = getLineReceipt(line);
  if (receipt) return receipt;
  return transactionId ? `${paths.paymentSuccess}?transactionId=${transactionId.slice(-8)}` : undefined;
}

/** Undefined on backends without a statement, which have no receipts either. */
export function getLineReceipt({ kind, transactionId, charge, balanceAfter }: WalletLine): string | undefined {
  const id = kind === 'top_up' ? transactionId : charge?._id;
  return balanceAfter !== undefined && id ? paths.receipt(id) : undefined;
}

/** A refunded charge has a separate line for the refund. */
export function getLineState({ kind, charge }: WalletLine): StateWords {
  if (kind === 'charge') return chargeStates[charge?.status ?? 'success'] ?? unknownState;
  return { text: kind === 'refund' ? 'Refunded' : 'Received', tone: 'success' };
}
