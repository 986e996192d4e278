import type { Cents } from '@contract/base/money';

/** A card as the gateway keeps it. Its number is known to nobody else. */
export interface AttachedCard {
  /** The gateway's name for the card: what charges take. */
  token: string;
  customerId: string;
  /** The company, or the wallet that the card came from: `Visa`, `Apple Pay`. */
  brand: string;
  last4: string;
  /** The same for each token of the same physical card. */
  fingerprint: string;
  /** Two and four digits; absent when the gateway does not tell. */
  month?: string;
  year?: string;
  /**
   * Set while the bank still wants to ask the holder whether the card may be charged in their absence: what their page needs
   * to let it ask.
   */
  setupSecret?: string;
}

/** Where a payment stands at the gateway. `gatewayId` is the gateway's own id of it. */
export type PaymentOutcome =
  | { status: 'succeeded'; gatewayId: string }
  | { status: 'requires_action'; gatewayId: string; clientSecret: string }
  /** `message` is for the payer to read. */
  | { status: 'declined'; gatewayId: string; message: string }
  | { status: 'canceled'; gatewayId: string }
  | { status: 'refunded'; gatewayId: string };

export interface ChargeRequest {
  amount: Cents;
  /** Token of an attached card, and the customer it belongs to. */
  card: string;
  customerId: string;
  /** The bank was not asked yet whether the card may be charged in its holder's absence: this payment asks along. */
  isNewCard: boolean;
  /** The same key never takes money twice. */
  key: string;
  /** When the payment began: gateways forget keys after a day, and look for older payments first. */
  startedAt: Date;
  /** True when the payer is not there to answer the bank: a card that asks is declined then. */
  offSession: boolean;
}

/** Money that goes back to a card. */
export interface RefundRequest {
  gatewayId: string;
  amount: Cents;
  /** The same key never pays back twice. */
  key: string;
}

/** A payment whose holder asked their bank for the money, which the gateway has taken. */
export interface GatewayDispute {
  gatewayId: string;
  /** The gateway's id of the payment. */
  paymentId: string;
  amount: Cents;
  /** The gateway's charge for it. */
  fee: Cents;
  reason: string;
  status: 'open' | 'won' | 'lost';
}

/** Money that came in or went out at the gateway. */
export interface GatewayMovement {
  kind: 'payment' | 'refund' | 'dispute' | 'transfer' | 'reversal' | 'other';
  /** The gateway's id of the payment, dispute or transfer; of a refund the charge that it pays back. */
  objectId: string;
  /** Below zero where it went out. */
  amount: Cents;
  /** Kept by the gateway for it. */
  fee: Cents;
  createdAt: Date;
}

/** The gateway said no, in words for the payer. Nothing was charged. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** A refund has to wait: the bank holds the money while it decides on a dispute, of which we may not have heard yet. */
export class RefundPostponed extends Error {
  override readonly name = 'RefundPostponed';
}

/** Somebody pretends to be the gateway, or its secret was changed. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

/** What payers are told where no company takes money. */
export const noPayments = "Card payments aren't set up on this site yet. You were not charged.";

/** A message of a gateway about one of its objects. It is a hint: the object is read anew. */
export interface GatewayEvent {
  /** The same for each repeat. */
  id: string;
  about: 'payment' | 'card' | 'refund' | 'dispute' | 'recipient' | 'transfer';
  /** The gateway's id of the payment, card, refund, dispute, recipient or transfer. */
  objectId: string;
  createdAt: Date;
}

/** The endpoints that a gateway sends events to: what happens to its platform, and to those who are paid through it. */
export type EventEndpoint = 'platform' | 'connect';

/**
 * A company that takes money from cards. Any call may also throw another error: then it is not known whether it acted,
 * and the same call again is safe.
 */
export interface PaymentGateway {
  readonly name: 'stripe';
  readonly isProduction: boolean;
  /** Loads its field for card numbers, where it has one. */
  readonly publishableKey?: string;
  /** Nobody is there to take money. */
  readonly isMissing?: boolean;
  /**
   * Keeps a card for an account.
   *
   * @param input.customerId of the account's other cards, if there are any.
   * @throws PaymentRefused when the token or the card is no good.
   */
  attachCard(input: { token: string; accountId: string; customerId: string | undefined }): Promise<AttachedCard>;
  /** Forgets a card. One that is not known any more is forgotten, too. */
  detachCard(token: string): Promise<void>;
  /** Takes money once per key; a repeat tells how the first payment stands now. */
  charge(request: ChargeRequest): Promise<PaymentOutcome>;
  /** How a payment stands now, and the key that it was made with; null where it is not ours, or not decided. */
  read(gatewayId: string): Promise<{ key: string; outcome: PaymentOutcome } | null>;
  /** Gives up a payment that waits for its payer. @returns how it ended: it may have succeeded just before. */
  cancel(gatewayId: string): Promise<PaymentOutcome>;
  /**
   * Pays a succeeded payment back, in full or in part; once per key.
   *
   * @returns `refunded` once all of it is paid back, else `succeeded`.
   * @throws PaymentRefused when the bank of the card does not take it, RefundPostponed
   */
  refund(request: RefundRequest): Promise<PaymentOutcome>;
  /**
   * Checks and reads an event. Gateways without events lack it.
   *
   * @param body byte for byte as it came.
   * @returns null for events that are about nothing of ours.
   * @throws InvalidSignature when it does not come from the gateway, or not for this endpoint.
   */
  readEvent?(body: Buffer, signature: string, endpoint: EventEndpoint): GatewayEvent | null;
  /** Everything that was moved in a span of time, in any order. Gateways without books of their own lack it. */
  listMovements?(span: { from: Date; to: Date }): AsyncIterable<GatewayMovement>;
  /** How a dispute stands; null while no money was taken for it. */
  readDispute?(disputeId: string): Promise<GatewayDispute | null>;
  /** The card that the bank was asked about, by the gateway's id of the question, once it has agreed. */
  findConfirmedCard?(setupId: string): Promise<string | null>;
  /** How a refund stands by its id there: banks may send one back days later. Null where it is not ours. */
  readRefund?(refundId: string): Promise<{ key: string; hasFailed: boolean } | null>;
  /** Answers the bank's question in the payer's place. Sandboxes only: a real bank asks on a page of its own. */
  confirm?(gatewayId: string, answer: 'approve' | 'refuse'): Promise<PaymentOutcome>;
}

/** Stands where no company is there to take money: every card is refused, nothing is ever paid. */
export function createNoPayments(): PaymentGateway {
  const refuse = async () => {
    throw new PaymentRefused(noPayments);
  };
  return {
    name: 'stripe',
    isProduction: true,
    isMissing: true,
    attachCard: refuse,
    detachCard: async () => undefined,
    charge: refuse,
    read: async () => null,
    cancel: refuse,
    refund: refuse,
  };
}
