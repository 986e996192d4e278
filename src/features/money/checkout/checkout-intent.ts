import type * as intents from '@/store/intents';
import type { Purchase, KnownPaymentIds } from './purchase';

type SubscribeTo = Parameters<typeof intents.subscribeRequested>[0];
export type SubscriptionPlan = NonNullable<SubscribeTo['subscriptionType']>;

export type CheckoutIntent =
  | { kind: 'unlock'; item: intents.UnlockItem }
  | { kind: 'order'; lines: intents.OrderLine[] }
  | { kind: 'tip'; performer: intents.Payee; conversationId?: string; show?: intents.TipShow }
  | { kind: 'subscribe'; performer: SubscribeTo['performer']; plan: SubscriptionPlan }
  | { kind: 'topUp'; next?: 'seat' }
  | { kind: 'platform' }
  | { kind: 'card' };

/** An attempt to pay whose outcome is unknown, as stored on the device. */
export interface StartedAttempt {
  key: string;
  attempt: Purchase[];
  before: KnownPaymentIds;
}
