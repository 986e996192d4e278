import type { TransferCode } from '../../../ledger/transfers';
import type { PaidCode } from '../../../events';

/** What a receipt tells of. */
export interface ReceiptDetails {
  /** What was bought, as its receipt calls it. */
  item: string;
  /** Whose; empty for the platform's own. */
  creator: string;
  siteName: string;
}

/** What the creator hears of a sale. */
export interface SaleNews {
  type: 'payment' | 'tipped';
  action: 'sale' | 'subscribe' | 'tip';
  title: string;
  /** @param fan their name. @param amount as people read it. @param note what they wrote along, empty for nothing. */
  say(fan: string, amount: string, item: string, note: string): string;
}

/** How one kind of payment is told. */
export interface ReceiptRule {
  /** A whole sentence for the payer. */
  paid(told: ReceiptDetails): string;
  /** The same of a payment that the renewal job made; absent for what does not renew. */
  renewed?(told: ReceiptDetails): string;
  /** Null where nobody sold anything. */
  news: SaleNews | null;
}

/** A movement of money that nobody paid for, with the reason. */
interface NoReceipt {
  none: string;
}

const sale = (verb: string): SaleNews => ({
  ...{ type: 'payment', action: 'sale', title: 'New sale' },
  say: (fan, amount, item) => `${fan} ${verb} ${item}, ${amount}`,
});
const show = (kind: string): ReceiptRule => ({
  paid: ({ creator }) => `You paid for ${kind} with ${creator}.`,
  news: { ...sale(''), say: (fan, amount) => `${fan} paid for ${kind}, ${amount}` },
});
const unlock: ReceiptRule = {
  paid: ({ item, creator }) => `You unlocked ${item} by ${creator}.`,
  news: sale('unlocked'),
};
const tip: ReceiptRule = {
  paid: ({ creator }) => `You tipped ${creator}.`,
  news: {
    ...{ type: 'tipped', action: 'tip', title: 'You got a tip' },
    say: (fan, amount, _item, note) => `${fan} tipped you ${amount}${note && `: “${note}”`}`,
  },
};

/**
 * What becomes of every movement of money the ledger knows: a receipt for who paid and news for who sold, or neither, with
 * the reason. A kind that is added to the ledger does not compile before it has its line here. A trial moves no money, but
 * whoever begins one hears of it too.
 */
export const receiptRules = {
  'top-up': { paid: () => 'You added money to your wallet.', news: null },
  tip,
  stream_tip: tip,
  feed: unlock,
  video: unlock,
  gallery: unlock,
  product: { paid: ({ item, creator }) => `You ordered ${item} from ${creator}.`, news: sale('ordered') },
  message: {
    paid: ({ creator }) => `You unlocked a message from ${creator}.`,
    news: { ...sale(''), say: (fan, amount) => `${fan} unlocked a message, ${amount}` },
  },
  public_chat: show('a live show'),
  group_chat: show('a group show'),
  private_chat: show('a private show'),
  subscription: {
    paid: ({ creator }) => `You subscribed to ${creator}.`,
    renewed: ({ creator }) => `Your subscription to ${creator} was renewed.`,
    news: {
      ...{ type: 'payment', action: 'subscribe', title: 'New subscriber' },
      say: (fan, amount) => `${fan} subscribed to you, ${amount}`,
    },
  },
  'platform-subscription': {
    paid: ({ siteName }) => `You are a member of ${siteName} now.`,
    renewed: ({ siteName }) => `Your ${siteName} membership was renewed.`,
    news: null,
  },
  trial: {
    paid: ({ creator }) => `Your free trial with ${creator} has started. It ends by itself, and you won't be charged.`,
    news: {
      ...{ type: 'payment', action: 'subscribe', title: 'New subscriber' },
      say: (fan) => `${fan} started a free trial`,
    },
  },
  promotion: { none: 'the site gives, nobody pays' },
  release: { none: 'income that its owner was told of when it was earned' },
  payout: { none: 'has a page of its own, with its states' },
  refund: { none: 'told by the receipt of what is refunded' },
} as const satisfies Record<PaidCode, ReceiptRule> & Record<Exclude<TransferCode, PaidCode>, NoReceipt>;

export const ruleOf = (kind: PaidCode): ReceiptRule => receiptRules[kind];
