import type * as intents from '@/store/intents';
import type { Purchase, KnownPaymentIds } from './purchase';

type SubscribeTo = Parameters<typeof intents.subscribeWanted>[0];
export type SubscriptionPlan = NonNullable<SubscribeTo['subscriptionType']>;

/** What somebody wants to pay for: one sheet each. */
export type CheckoutIntent =
  | { kind: 'unlock'; item: intents.UnlockItem }
  | { kind: 'tip'; performer: intents.Payee; conversationId?: string }
  | { kind: 'subscribe'; performer: SubscribeTo['performer']; plan: SubscriptionPlan }
  | { kind: 'topUp' }
  | { kind: 'platform' }
  | { kind: 'card' };

/** An attempt to pay, with the key that marks its calls. */
export interface StartedAttempt {
  key: string;
  attempt: Purchase[];
  /** What the books held before it. */
  before: KnownPaymentIds;
}
