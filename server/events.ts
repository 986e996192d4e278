import type { Cents } from '@contract/base/money';
import type { Tx } from './db/transaction';
import type { TransferCode } from './ledger/transfers';

/** Movements that somebody pays for, and trials. */
export type PaidCode = Exclude<TransferCode, UnpaidCode> | 'trial';

/** Movements that are no payment of anybody. */
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

/** A payment that has gone through: what receipts, notifications of sales and statistics are made of. */
export interface CompletedPayment {
  kind: 'top-up' | 'trial' | 'subscription' | 'renewal' | 'unlock' | 'order' | 'tip' | 'refund';
  /** The movement of the ledger that it is, or that it gives back; trials move nothing. */
  code: PaidCode;
  /** Where its receipt is kept: a charge of the wallet, or a payment by card. */
  source: 'wallet_charge' | 'payment_transaction';
  id: string;
  payerId: string;
  /** What they are called, where the sale knew it. */
  payerName?: string;
  /** Null for the wallet and the platform. */
  sellerId: string | null;
  /** What it is called on the receipt. */
  name: string;
  /** What was bought: `feed`, `message`, `performer`, `platform`, `token_package`… and its id. */
  target: string;
  targetId: string | null;
  /** What the payer paid (got back, for a refund), tax included. */
  total: Cents;
  tax: Cents;
  /** Whether the money came from a card, or goes back to one. */
  isByCard: boolean;
  /** The saved card it was paid with; null for the wallet and for nothing to pay. */
  cardId: string | null;
  /** What the payer wrote to the creator; empty when nothing. */
  note: string;
  /** Of a refund: why, in a sentence for both sides. */
  reason?: string;
}

/** A file cannot be processed, or was lost. */
export interface FailedFile {
  fileId: string;
  ownerId: string;
  /** What its owner called it. */
  name: string;
  createdAt: Date;
  /** In words for its owner. */
  reason: string;
  /** It could be opened before. */
  wasReady: boolean;
  /** What arrived stays, so that its owner or an operator can have it tried again. */
  isKept: boolean;
}

/** All that happens in one domain and is acted on in another. Each domain names its listeners in its composition. */
interface DomainEvents {
  /** An operator approved a creator's documents, or rejected them. */
  documentsReviewed: { performerId: string; action: string; title: string; message: string };
  /** A fan whose payments waited for it declared to be as old as the site asks. */
  ageDeclared: { accountId: string };
  /** A file is about to change: what holds it is locked before the file itself. */
  fileChanging: { fileId: string };
  /** A file turned out to be broken. Sent under the locks of `fileChanging`. */
  fileFailed: FailedFile;
  /** A creator blocked a fan by name, or took that back. `since` is when the block began; with `refundRest`
   * what is left of a paid subscription goes back. */
  fanBlockChanged: {
    performerId: string;
    userId: string;
    isBlocked: boolean;
    since: Date;
    refundRest?: boolean;
    /** The refund that the creator saw. */
    expectedRest?: Cents;
  };
  /** A creator's prices for new subscribers changed; with null, the price of the site's membership. */
  subscriptionPriceChanged: { performerId: string | null };
  /** A payment went through, or was given back. */
  paymentCompleted: CompletedPayment;
  /** A live show, of any type, is over. Its row is locked and says why. */
  showEnded: { streamId: string; performerId: string; shownSeconds: number };
  /** A show changed for its viewers: its room is told after the commit. */
  showChanged: { streamId: string };
  /** A host removed a viewer from a show. */
  viewerRemoved: { streamId: string; sessionId: string; accountId: string };
}

/** Runs inside the transaction of the event: it writes rows and sends jobs, and nothing else. */
export type Listener<Name extends keyof DomainEvents> = (tx: Tx, event: DomainEvents[Name]) => Promise<void>;

export type Events = ReturnType<typeof createEvents>;

/** Tells of each event once, whoever acts on it. */
export function createEvents() {
  const listeners: { [Name in keyof DomainEvents]: Listener<Name>[] } = {
    documentsReviewed: [],
    ageDeclared: [],
    fileChanging: [],
    fileFailed: [],
    fanBlockChanged: [],
    subscriptionPriceChanged: [],
    paymentCompleted: [],
    showEnded: [],
    showChanged: [],
    viewerRemoved: [],
  };
  return {
    on<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void {
      listeners[name].push(listener);
    },

    /** Runs the listeners one after the other, in the order in which they were named. @throws what a listener throws */
    async emit<Name extends keyof DomainEvents>(tx: Tx, name: Name, event: DomainEvents[Name]): Promise<void> {
      for (const listener of listeners[name]) await listener(tx, event);
    },
  };
}
