import type { Cents } from '@contract/base/money';

/** How somebody who is paid stands at the gateway. */
export interface Recipient {
  id: string;
  /** They have told who they are and where their money goes. */
  hasDetails: boolean;
  /** Money can be sent to them. */
  isReady: boolean;
  /** Reason in words for them; empty when nothing keeps them from it. */
  problem: string;
}

/** The gateway will not send this, in words for who asked for the money. A repeat would get the same answer. */
export class PayoutRefused extends Error {
  override readonly name = 'PayoutRefused';
}

/** The gateway has not sent this, and may later: the platform's own balance does not cover it yet. */
export class PayoutPostponed extends Error {
  override readonly name = 'PayoutPostponed';
}

/** A page of the gateway, good for some minutes. */
export interface OnboardingLink {
  url: string;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * A company that pays creators. Any call may also throw another error: then it is not known whether it acted, and the same
 * call again is safe.
 */
export interface PayoutGateway {
  readonly name: 'stripe';
  /** Opens an account for a creator, a new one at each call. @returns its id @throws PayoutRefused in countries that are not paid to */
  createRecipient(input: { performerId: string; email: string | null; country: string | null }): Promise<string>;
  /** Where a creator tells who they are. They come back to one of the addresses, done or not. */
  createOnboardingLink(
    recipientId: string,
    addresses: { returnUrl: string; refreshUrl: string },
  ): Promise<OnboardingLink>;
  /** An account that is closed, or no longer linked to the site, is one that is not ready. */
  readRecipient(recipientId: string): Promise<Recipient>;
  /**
   * Sends money to a creator; once a key.
   *
   * @param input.attempt counts those that were postponed: gateways answer an attempt that is repeated as they did at first.
   * @returns the gateway's id of the transfer.
   * @throws PayoutRefused, PayoutPostponed
   */
  transfer(input: { recipientId: string; amount: Cents; key: string; attempt: number }): Promise<string>;
  /** Whether the whole of a transfer has come back. */
  isReversed(transferId: string): Promise<boolean>;
}
