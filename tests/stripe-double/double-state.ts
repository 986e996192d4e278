import { randomBytes } from 'node:crypto';

export type StripeObject = Record<string, unknown> & { id: string; object: string };

export interface QueuedEvent {
  id: string;
  /** The connected account concerned; its events go to the Connect endpoint. */
  account?: string;
  payload: string;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly body: Record<string, unknown> & { type: string },
  ) {
    super(String(body['message']));
  }
}

export const invalid = (message: string, code?: string, param?: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) });

export interface DoubleState {
  now(): Date;
  seconds(): number;
  newId(prefix: string): string;
  objects: Map<string, StripeObject>;
  add<T extends StripeObject>(object: T): T;
  get(kind: string, id: unknown): StripeObject;
  list(kind: string): StripeObject[];
  /** Records a `balance_transaction`. Amounts are in the currency's smallest unit. */
  post(entry: { type: string; amount: number; fee?: number; currency: string; source: string }): StripeObject;
  /** Cents available for transfers, by currency. */
  available: Map<string, number>;
  events: QueuedEvent[];
  emit(type: string, object: StripeObject, account?: string): void;
}

export function createDoubleState(now: () => Date): DoubleState {
  const objects = new Map<string, StripeObject>();
  const events: QueuedEvent[] = [];
  const available = new Map<string, number>();
  const seconds = () => Math.floor(now().getTime() / 1000);
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
  const add = <T extends StripeObject>(object: T): T => {
    objects.set(object.id, object);
    return object;
  };
  return {
    now,
    seconds,
    newId,
    objects,
    add,
    available,
    events,
    get(kind, id) {
      const found = objects.get(String(id));
      if (found?.object !== kind)
        throw new Refusal(kind === 'payment_method' ? 400 : 404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: `No such ${kind}: '${String(id)}'`,
          param: kind,
        });
      return found;
    },
    list: (kind) => [...objects.values()].filter(({ object }) => object === kind),
    post({ type, amount, fee = 0, currency, source }) {
      available.set(currency, (available.get(currency) ?? 0) + amount - fee);
      return add({
        id: newId('txn'),
        object: 'balance_transaction',
        type,
        amount,
        fee,
        net: amount - fee,
        currency,
        source,
        status: 'available',
        created: seconds(),
      });
    },
    emit(type, object, account) {
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: seconds(),
        type,
        ...(account && { account }),
        // A copy, so that later changes to the object do not affect a queued event.
        data: { object: structuredClone(object) },
      };
      events.push({ id: event.id, payload: JSON.stringify(event), ...(account && { account }) });
    },
  };
}
