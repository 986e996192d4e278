import type { Cents } from '@contract/base/money';

/** A creator's account at the gateway. */
export interface Recipient {
  id: string;
  /** The creator has submitted their identity and bank details. */
  hasDetails: boolean;
  isReady: boolean;
  /** Why the account is not ready, as a message for the creator; empty if it is. */
  problem: string;
}

/** The gateway rejects the transfer; `message` is for the creator. A retry would be rejected, too. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

/** The platform's balance does not cover the transfer yet. A retry can succeed later. */
export class PayoutPostponed extends Error {
  override readonly name = 'PayoutPostponed';
}

/** Link to a page of the gateway, valid for some minutes. */
export interface OnboardingLink {
  url: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Pays creators. Any method can also throw other errors. Then it is unknown whether the gateway acted, and calling the method
 * again with the same arguments is safe.
 */
export interface PayoutGateway {
  readonly name: 'stripe';
  /** Creates a new account for a creator on each call. @returns its id @throws PayoutRefused in unsupported countries */
  createRecipient(input: { performerId: string; email: string | null; country: string | null }): Promise<string>;
  /** Creates a link to a page that asks for the creator's details. Afterwards the page opens one of the two addresses. */
  createOnboardingLink(
    recipientId: string,
    addresses: { returnUrl: string; refreshUrl: string },
  ): Promise<OnboardingLink>;
  /** A closed or disconnected account is returned as not ready. */
  readRecipient(recipientId: string): Promise<Recipient>;
  /** @returns the gateway's id of the transfer with this key; null if there is none */
  findTransfer(key: string): Promise<string | null>;
  /**
   * Transfers money to a creator. A key without a transfer, as `findTransfer` says, sends once.
   *
   * @param input.attempt is increased after a postponed transfer: gateways repeat their reply to the same attempt.
   * @returns the gateway's id of the transfer.
   * @throws PayoutRefused, PayoutPostponed
   */
  transfer(input: { recipientId: string; amount: Cents; key: string; attempt: number }): Promise<string>;
  /** Whether all of a transfer was reversed. */
  isReversed(transferId: string): Promise<boolean>;
}
