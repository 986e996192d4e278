import type { Cents } from '@contract/base/money';

/** A card as the gateway keeps it. Its number is known to nobody else. */
export interface AttachedCard {
  /** The gateway's name for the card: what charges take. */
  token: string;
  customerId: string;
  brand: string;
  last4: string;
  /** The same for each token of the same physical card. */
  fingerprint: string;
  /** Two and four digits; absent when the gateway does not tell. */
  month?: string;
  year?: string;
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
  /** Token of an attached card. */
  card: string;
  /** The same key never takes money twice. */
  key: string;
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

/** The gateway said no, in words for the payer. Nothing was charged. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/** What payers are told where no company takes money. */
export const noPayments = "Card payments aren't set up on this site yet. You were not charged.";

/**
 * A company that takes money from cards. Any call may also throw another error: then it is not known whether it acted,
 * and the same call again is safe.
 */
export interface PaymentGateway {
  readonly name: 'stripe';
  readonly isProduction: boolean;
  /** Nobody is there to take money. */
  readonly isMissing?: boolean;
  /** @throws PaymentRefused when the token or the card is no good. */
  attachCard(input: { token: string; accountId: string }): Promise<AttachedCard>;
  /** Takes money once per key; a repeat tells how the first payment stands now. */
  charge(request: ChargeRequest): Promise<PaymentOutcome>;
  /** Gives up a payment that waits for its payer. @returns how it ended: it may have succeeded just before. */
  cancel(gatewayId: string): Promise<PaymentOutcome>;
  /**
   * Pays a succeeded payment back, in full or in part; once per key.
   *
   * @returns `refunded` once all of it is paid back, else `succeeded`.
   * @throws PaymentRefused when the bank of the card does not take it.
   */
  refund(request: RefundRequest): Promise<PaymentOutcome>;
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
    charge: refuse,
    cancel: refuse,
    refund: refuse,
  };
}
