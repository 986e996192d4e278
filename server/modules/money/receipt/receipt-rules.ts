import type { PaidCode, UnpaidCode } from '../../../events';

export interface ReceiptDetails {
  item: string;
  /** The creator's name; empty for payments to the platform. */
  creator: string;
  siteName: string;
}

interface SaleNotification {
  type: 'payment' | 'tipped';
  action: 'sale' | 'subscribe' | 'tip';
  title: string;
  /** @param fan name of the fan. @param amount formatted. @param note from the fan to the creator; can be empty. */
  compose(fan: string, amount: string, item: string, note: string): string;
}

interface ReceiptRule {
  paid(details: ReceiptDetails): string;
  /** The text for a renewal; absent for kinds that do not renew. */
  renewed?(details: ReceiptDetails): string;
  /** Null if there is no creator to notify. */
  saleNotification: SaleNotification | null;
}

/** Why a transfer has no receipt. */
interface NoReceipt {
  none: string;
}

const sale = (verb: string): SaleNotification => ({
  type: 'payment',
  action: 'sale',
  title: 'New sale',
  compose: (fan, amount, item) => `${fan} ${verb} ${item}, ${amount}`,
});
const show = (kind: string): ReceiptRule => ({
  paid: ({ creator }) => `You paid for ${kind} with ${creator}.`,
  saleNotification: { ...sale(''), compose: (fan, amount) => `${fan} paid for ${kind}, ${amount}` },
});
const unlock: ReceiptRule = {
  paid: ({ item, creator }) => `You unlocked ${item} by ${creator}.`,
  saleNotification: sale('unlocked'),
};
const tip: ReceiptRule = {
  paid: ({ creator }) => `You tipped ${creator}.`,
  saleNotification: {
    type: 'tipped',
    action: 'tip',
    title: 'You got a tip',
    compose: (fan, amount, _item, note) => `${fan} tipped you ${amount}${note && `: “${note}”`}`,
  },
};

/**
 * For every transfer code, the texts of the payer's receipt and the creator's notification, or the reason why there are none. A
 * code without an entry does not compile. Trials move no money, but have a receipt, too.
 */
export const receiptRules = {
  'top-up': { paid: () => 'You added money to your wallet.', saleNotification: null },
  tip,
  stream_tip: tip,
  feed: unlock,
  video: unlock,
  gallery: unlock,
  product: { paid: ({ item }) => `You ordered ${item}.`, saleNotification: null },
  message: {
    paid: ({ creator }) => `You unlocked a message from ${creator}.`,
    saleNotification: { ...sale(''), compose: (fan, amount) => `${fan} unlocked a message, ${amount}` },
  },
  public_chat: show('a live show'),
  group_chat: show('a group show'),
  private_chat: show('a private show'),
  subscription: {
    paid: ({ creator }) => `You subscribed to ${creator}.`,
    renewed: ({ creator }) => `Your subscription to ${creator} was renewed.`,
    saleNotification: {
      type: 'payment',
      action: 'subscribe',
      title: 'New subscriber',
      compose: (fan, amount) => `${fan} subscribed to you, ${amount}`,
    },
  },
  'platform-subscription': {
    paid: ({ siteName }) => `You are a member of ${siteName} now.`,
    renewed: ({ siteName }) => `Your ${siteName} membership was renewed.`,
    saleNotification: null,
  },
  trial: {
    paid: ({ creator }) => `Your free trial with ${creator} has started. It ends by itself, and you won't be charged.`,
    saleNotification: {
      type: 'payment',
      action: 'subscribe',
      title: 'New subscriber',
      compose: (fan) => `${fan} started a free trial`,
    },
  },
  promotion: { none: 'the site pays' },
  release: { none: 'its owner was notified when it was earned' },
  unrelease: { none: 'part of a refund' },
  'debt-payment': { none: 'the refund that it pays for was told' },
  'payout-request': { none: 'has a page of its own, with its states' },
  'payout-return': { none: 'has a page of its own, with its states' },
  payout: { none: 'has a page of its own, with its states' },
  'payout-returned': { none: 'has a page of its own, with its states' },
  'refund-to-wallet': { none: 'part of a refund' },
  'part-refund': { none: 'its payer is told of the end of the subscription, or of the refund of the wallet' },
  dispute: { none: 'the payer asked their bank, and sellers are told' },
  'dispute-end': { none: 'part of a refund' },
  'top-up-loss': { none: 'part of a refund' },
  refund: { none: 'the receipt of the refunded payment says so' },
} as const satisfies Record<PaidCode, ReceiptRule> & Record<UnpaidCode, NoReceipt>;

export const getReceiptRule = (kind: PaidCode): ReceiptRule => receiptRules[kind];

export function describePayment(
  { kind, isRenewal }: { kind: PaidCode; isRenewal: boolean },
  details: ReceiptDetails,
): string {
  const { paid, renewed } = getReceiptRule(kind);
  return (isRenewal && renewed ? renewed : paid)(details);
}
