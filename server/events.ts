import type { WebhookEvent } from '@contract/base/webhook-events';
import type { Cents } from '@contract/base/money';
import type { Tx } from './db/transaction';
import type { TransferCode } from './ledger/transfers';

export type PaidCode = Exclude<TransferCode, UnpaidCode> | 'trial';

export type UnpaidCode =
  | 'promotion'
  | 'release'
  | 'unrelease'
  | 'debt-payment'
  | 'payout-request'
  | 'payout-return'
  | 'payout'
  | 'payout-returned'
  | 'refund'
  | 'refund-to-wallet'
  | 'part-refund'
  | 'dispute'
  | 'dispute-end'
  | 'top-up-loss';

/** A completed payment or refund: the source of receipts, sale notifications and statistics. */
export interface CompletedPayment {
  kind: 'top-up' | 'trial' | 'subscription' | 'renewal' | 'unlock' | 'order' | 'tip' | 'refund';
  /** Code of the ledger transfer; for a refund, of the transfer that it reverses. Trials have no transfer. */
  code: PaidCode;
  source: 'wallet_charge' | 'payment_transaction';
  id: string;
  payerId: string;
  payerName?: string;
  /** Null for wallet top-ups and site memberships. */
  sellerId: string | null;
  name: string;
  /** `feed`, `message`, `performer`, `platform`, `token_package`… */
  target: string;
  targetId: string | null;
  /** The payer's amount, paid or refunded, including tax. */
  total: Cents;
  tax: Cents;
  isByCard: boolean;
  /** The saved card; null if paid from the wallet or free. */
  cardId: string | null;
  note: string;
  reason?: string;
}

export interface FailedFile {
  fileId: string;
  ownerId: string;
  name: string;
  createdAt: Date;
  reason: string;
  wasReady: boolean;
  /** Whether the original is kept, so that its owner or an operator can retry. */
  isKept: boolean;
}

export interface PayoutAccountChanged {
  performerId: string;
  /** Whether it is their first payout account. */
  isFirst: boolean;
  account:
    | { type: 'banking'; bankName: string; bankAccount: string }
    | { type: 'paypal'; email: string }
    | { type: 'ccbill' | 'stripe' };
}

/** Events between domains. Listeners are registered where domains are put together. */
interface DomainEvents {
  documentsReviewed: { performerId: string; action: string; title: string; message: string };
  /** Creators added or changed where their payouts go. */
  payoutAccountChanged: PayoutAccountChanged;
  /** A fan declared their age, for which payments were waiting. */
  ageDeclared: { accountId: string };
  /** Sent before a file is locked: listeners first lock the items and messages that contain the file. */
  fileChanging: { fileId: string };
  /** Sent while the locks from `fileChanging` are held. */
  fileFailed: FailedFile;
  /**
   * Only for blocks of individual fans, not of countries. `since` is the start of the block; `refundRest` asks to refund the
   * unused rest of a subscription.
   */
  fanBlockChanged: {
    performerId: string;
    userId: string;
    isBlocked: boolean;
    since: Date;
    refundRest?: boolean;
    /** The refund amount that the creator saw. */
    expectedRest?: Cents;
  };
  /** The price for new subscribers changed. A null id means the site membership. */
  subscriptionPriceChanged: { performerId: string | null };
  paymentCompleted: CompletedPayment;
  /** A subscription ended early, and its unused days were refunded. The payment itself stays successful. */
  paymentPartRefunded: { id: string; amount: Cents };
  /** A live show of any type ended. Its row is locked and contains the reason. */
  showEnded: { streamId: string; performerId: string; shownSeconds: number };
  /** Something about a show changed that its viewers see; its room is notified after the commit. */
  showChanged: { streamId: string };
  viewerRemoved: { streamId: string; sessionId: string; accountId: string };
  /** For the servers of a creator, or without an id of the site's owners. `data` is sent as it is. */
  webhookEvent: { performerId?: string; type: WebhookEvent; data: Record<string, unknown> };
}

/** Runs in the transaction of the event, so it only writes rows and sends jobs. */
export type Listener<Name extends keyof DomainEvents> = (tx: Tx, event: DomainEvents[Name]) => Promise<void>;

export type Events = ReturnType<typeof createEvents>;

export function createEvents() {
  const listeners: { [Name in keyof DomainEvents]: Listener<Name>[] } = {
    documentsReviewed: [],
    payoutAccountChanged: [],
    ageDeclared: [],
    fileChanging: [],
    fileFailed: [],
    fanBlockChanged: [],
    subscriptionPriceChanged: [],
    paymentCompleted: [],
    paymentPartRefunded: [],
    showEnded: [],
    showChanged: [],
    viewerRemoved: [],
    webhookEvent: [],
  };
  return {
    on<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void {
      listeners[name].push(listener);
    },

    /** Runs the listeners one after the other, in registration order. @throws what a listener throws */
    async emit<Name extends keyof DomainEvents>(tx: Tx, name: Name, event: DomainEvents[Name]): Promise<void> {
      for (const listener of listeners[name]) await listener(tx, event);
    },
  };
}
