import type { Cents } from '@contract/base/money';

/** A creator's account at the gateway. */
export interface Recipient {
  id: string;
  /** Their identity and bank details were submitted. */
  hasDetails: boolean;
  isReady: boolean;
  /** Why the account is not ready, as a message for the creator; empty if it is. */
  problem: string;
}

/** The gateway rejects the transfer, with a message for the creator. A repeat would be rejected, too. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

/** The platform's balance does not cover the transfer yet. A retry can succeed later. */
export class PayoutPostponed extends Error {
  override readonly name = 'PayoutPostponed';
}

/** A page of the gateway, valid for some minutes. */
export interface OnboardingLink {
  url: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Pays creators. Any call can also throw another error: then it is unknown whether the gateway acted, and repeating the same call
 * is safe.
 */
export interface PayoutGateway {
  readonly name: 'stripe';
  /** Creates an account for a creator, a new one at each call. @returns its id @throws PayoutRefused in unsupported countries */
  createRecipient(input: { performerId: string; email: string | null; country: string | null }): Promise<string>;
  /** A page that asks for the creator's details. It returns to one of the addresses, whether completed or not. */
  createOnboardingLink(
    recipientId: string,
    addresses: { returnUrl: string; refreshUrl: string },
  ): Promise<OnboardingLink>;
  /** Returns a closed or disconnected account as one that is not ready. */
  readRecipient(recipientId: string): Promise<Recipient>;
  /**
   * Transfers money to a creator, once per key.
   *
   * @param input.attempt counts postponed transfers: gateways repeat their reply to the same attempt.
   * @returns the gateway's id of the transfer.
   * @throws PayoutRefused, PayoutPostponed
   */
  transfer(input: { recipientId: string; amount: Cents; key: string; attempt: number }): Promise<string>;
  /** Whether a transfer was reversed in full. */
  isReversed(transferId: string): Promise<boolean>;
}
