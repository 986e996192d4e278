import type { Cents } from '@contract/base/money';

/** A card saved at the gateway, which alone knows its number. */
export interface AttachedCard {
  /** The gateway's id of the card, for charges. */
  token: string;
  customerId: string;
  /** The card company, or the wallet app that holds the card: `Visa`, `Apple Pay`. */
  brand: string;
  last4: string;
  /** Identifies the physical card: equal for all its tokens. */
  fingerprint: string;
  /** Expiry, with two digits for the month and four for the year; absent if the gateway does not send it. */
  month?: string;
  year?: string;
  /** Set if the bank wants the holder to approve charges in their absence. The page needs it to show that challenge. */
  setupSecret?: string;
}

/** `gatewayId` is the gateway's id of the payment. */
export type PaymentOutcome =
  | { status: 'succeeded'; gatewayId: string }
  | { status: 'requires_action'; gatewayId: string; clientSecret: string }
  /** `message` is for the payer to read. */
  | { status: 'declined'; gatewayId: string; message: string }
  | { status: 'canceled'; gatewayId: string }
  | { status: 'refunded'; gatewayId: string };

export interface ChargeRequest {
  amount: Cents;
  /** Token of a saved card, and the customer it belongs to. */
  card: string;
  customerId: string;
  /** The bank has not been asked yet to allow charges in the holder's absence, so this payment asks. */
  isNewCard: boolean;
  /** Idempotency key. */
  key: string;
  /** When the payment started. Gateways forget idempotency keys after a day, so they look up older payments first. */
  startedAt: Date;
  /** The payer is not present to pass a challenge: if the bank requires one, the payment is declined. */
  offSession: boolean;
}

export interface RefundRequest {
  gatewayId: string;
  amount: Cents;
  /** Idempotency key. */
  key: string;
}

/** A payment that the holder disputes at their bank, and whose money the gateway has taken back from us. */
export interface GatewayDispute {
  gatewayId: string;
  /** The gateway's id of the payment. */
  paymentId: string;
  amount: Cents;
  fee: Cents;
  reason: string;
  status: 'open' | 'won' | 'lost';
  /** The bank decides without our evidence after that; null if there is no deadline. */
  respondBy: Date | null;
}

export interface GatewayMovement {
  kind: 'payment' | 'refund' | 'dispute' | 'transfer' | 'reversal' | 'other';
  /** The gateway's id of the payment, dispute or transfer; for a refund, our id, taken from its key. */
  objectId: string;
  /** Negative for money that went out. */
  amount: Cents;
  fee: Cents;
  createdAt: Date;
}

/** The gateway declined; `message` is for the payer. Nothing was charged. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** A refund has to wait: the bank holds the money during a dispute, which we may not know of yet. */
export class RefundPostponed extends Error {
  override readonly name = 'RefundPostponed';
}

/** The event is forged, or the gateway's secret was changed. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

export const noPayments = "Card payments aren't set up on this site yet. You were not charged.";

/** An event about an object at the gateway. It only says that the object changed: we fetch the object itself. */
export interface GatewayEvent {
  /** Equal for repeated deliveries of an event. */
  id: string;
  about: 'payment' | 'card' | 'refund' | 'dispute' | 'recipient' | 'transfer';
  /** The gateway's id of the object. */
  objectId: string;
  createdAt: Date;
}

/** Endpoints that receive a gateway's events: about the platform's account, and about the accounts of creators. */
export type EventEndpoint = 'platform' | 'connect';

/**
 * Charges cards. Any method can also throw other errors. Then it is unknown whether the gateway acted, and calling the method
 * again with the same arguments is safe.
 */
export interface PaymentGateway {
  readonly name: 'stripe';
  readonly isProduction: boolean;
  /** For the gateway's card field in the browser, if it has one. */
  readonly publishableKey?: string;
  /** True if the site has no payment gateway. */
  readonly isMissing?: boolean;
  /**
   * Saves a card for an account.
   *
   * @param input.customerId of the account's other cards, if there are any.
   * @throws PaymentRefused if the token or the card is invalid.
   */
  attachCard(input: { token: string; accountId: string; customerId: string | undefined }): Promise<AttachedCard>;
  /** Deletes a saved card. Does nothing if the token is unknown. */
  detachCard(token: string): Promise<void>;
  /** Charges once per key; a repeat returns the current outcome of the first payment. */
  charge(request: ChargeRequest): Promise<PaymentOutcome>;
  /** Current outcome of a payment, and its key; null if the payment is not ours, or undecided. */
  read(gatewayId: string): Promise<{ key: string; outcome: PaymentOutcome } | null>;
  /** Cancels a payment that waits for its payer. @returns the outcome; the payment may have succeeded just before. */
  cancel(gatewayId: string): Promise<PaymentOutcome>;
  /**
   * Refunds a succeeded payment in full or in part, once per key.
   *
   * @returns `refunded` once all of it is refunded, else `succeeded`.
   * @throws PaymentRefused if the card's bank does not accept refunds, RefundPostponed
   */
  refund(request: RefundRequest): Promise<PaymentOutcome>;
  /**
   * Verifies and reads an event. Absent if the gateway sends no events.
   *
   * @param body the exact bytes that were received.
   * @returns null for events that we ignore.
   * @throws InvalidSignature if it is not from the gateway, or not for this endpoint.
   */
  readEvent?(body: Buffer, signature: string, endpoint: EventEndpoint): GatewayEvent | null;
  /** All movements of money in a period, in any order. Absent if the gateway has no payment history. */
  listMovements?(span: { from: Date; to: Date }): AsyncIterable<GatewayMovement>;
  /** Current state of a dispute; null while no money was taken for it. */
  readDispute?(disputeId: string): Promise<GatewayDispute | null>;
  /** @param setupId the gateway's id of a challenge. @returns the challenged card's token, once the bank has agreed. */
  findConfirmedCard?(setupId: string): Promise<string | null>;
  /** Current state of a refund, which a bank can send back days later. Null if the refund is not ours. */
  readRefund?(refundId: string): Promise<{ key: string; hasFailed: boolean } | null>;
  /** Answers the bank's challenge in place of the payer. Sandboxes only: a real bank asks on its own page. */
  confirm?(gatewayId: string, answer: 'approve' | 'refuse'): Promise<PaymentOutcome>;
}

/** For a site without a payment gateway: declines every card. */
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
