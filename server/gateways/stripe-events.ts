import type Stripe from 'stripe';
import { InvalidSignature, type EventEndpoint, type GatewayEvent } from './payment';
import type { StripeAccount } from './stripe-client';

const aboutKinds: Readonly<Record<string, GatewayEvent['about']>> = {
  payment_intent: 'payment',
  setup_intent: 'card',
  refund: 'refund',
  dispute: 'dispute',
  account: 'recipient',
  transfer: 'transfer',
};

/** Older events are rejected, to limit replays of intercepted ones. Stripe's libraries use the same limit by default. */
const TOLERANCE_S = 300;

interface SignedEvent {
  body: Buffer;
  signature: string;
  endpoint: EventEndpoint;
  now: Date;
}

/**
 * Verifies the signature of an event and reads it. docs.stripe.com/webhooks
 *
 * @returns null for events about objects that we ignore.
 * @throws InvalidSignature
 */
export function readStripeEvent(
  { stripe, secrets }: StripeAccount,
  { body, signature, endpoint, now }: SignedEvent,
): GatewayEvent | null {
  const secret = secrets[endpoint];
  if (secret === undefined) throw new InvalidSignature(`no webhook secret for the endpoint "${endpoint}"`);
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now.getTime());
  } catch (error) {
    throw new InvalidSignature((error as Error).message);
  }
  const object = event.data.object as { id?: string; object: string };
  const about = aboutKinds[object.object];
  if (!about || object.id === undefined) return null;
  return { id: event.id, about, objectId: object.id, createdAt: new Date(event.created * 1000) };
}
