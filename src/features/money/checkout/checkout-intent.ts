import type * as intents from '@/store/intents';
import type { Purchase, KnownPaymentIds } from './purchase';

type SubscribeTo = Parameters<typeof intents.subscribeRequested>[0];
export type SubscriptionPlan = NonNullable<SubscribeTo['subscriptionType']>;

/** Each kind has a sheet of its own. */
export type CheckoutIntent =
  | { kind: 'unlock'; item: intents.UnlockItem }
  | { kind: 'order'; lines: intents.OrderLine[] }
  | { kind: 'tip'; performer: intents.Payee; conversationId?: string; show?: intents.TipShow }
  | { kind: 'subscribe'; performer: SubscribeTo['performer']; plan: SubscriptionPlan }
  | { kind: 'topUp' }
  | { kind: 'platform' }
  | { kind: 'card' };

/** An attempt whose end was not seen, as it is stored on the device. */
export interface StartedAttempt {
  /** Idempotency key of its calls. */
  key: string;
  attempt: Purchase[];
  /** Listed before its first call. */
  before: KnownPaymentIds;
}
