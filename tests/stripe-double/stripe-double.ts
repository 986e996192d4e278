import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import qs from 'qs';
import { createPages } from './double-pages';
import * as cards from './double-cards';
import * as connect from './double-connect';
import * as domains from './double-domains';
import {
  createDoubleState,
  invalid,
  Refusal,
  type DoubleState,
  type QueuedEvent,
  type StripeObject,
} from './double-state';
import * as payments from './double-payments';
import * as tax from './double-tax';

type Params = Record<string, unknown>;

/** Receives events signed with its secret; with `isConnect`, those of connected accounts. */
export interface DoubleEndpoint {
  secret: string;
  isConnect?: boolean;
  post(body: string, signature: string): Promise<number>;
}

export interface DoubleCall {
  method: string;
  path: string;
  params: Params;
}

type Trouble = 'unanswered' | 'lost' | undefined;

export interface StripeDouble {
  url: string;
  port: number;
  state: DoubleState;
  endpoints: DoubleEndpoint[];
  calls: DoubleCall[];
  /**
   * `unanswered`: the call has no effect. `lost`: it takes effect. Either way, the connection is cut without a response. Calls
   * wait for a promise.
   */
  disturb: (call: DoubleCall) => Trouble | Promise<Trouble>;
  /** Sends queued events to their endpoints; rejected events stay queued. @returns the number accepted */
  deliver(options?: { times?: number; order?: 'sent' | 'reversed' }): Promise<number>;
  answerBank(clientSecret: string, answer: 'approve' | 'refuse'): StripeObject;
  /** Wallets in the browser, each with the code of the test card in it. */
  wallets: Map<'apple_pay' | 'google_pay', string>;
  close(): Promise<void>;
}

const publishablePaths: ReadonlySet<string> = new Set(['/v1/tokens', '/v1/payment_methods']);

/** How long Stripe keeps an idempotency key, as documented for API v1. */
const KEY_MS = 24 * 3600 * 1000;

export const postTo =
  (url: string): DoubleEndpoint['post'] =>
  async (body, signature) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };

/** Stripe on this machine. Replays responses by idempotency key, signs events, and can send them twice, late or reordered. */
export async function startStripeDouble({ now = () => new Date(), port = 0 } = {}): Promise<StripeDouble> {
  const state = createDoubleState(now);
  const http = Fastify({ logger: false });
  const double: StripeDouble = {
    url: '',
    port: 0,
    state,
    endpoints: [],
    calls: [],
    disturb: () => undefined,
    deliver: (options) => deliver(double, options),
    answerBank: (clientSecret, answer) => payments.answerBank(state, clientSecret, answer),
    wallets: new Map(),
    close: () => http.close(),
  };
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, qs.parse(body as string, { depth: 10 })),
  );
  http.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, { type: 'api_error', message: String(error) });
    void reply.status(refusal.status).send({ error: refusal.body });
  });
  registerCalls(http, double);
  createPages(http, double);
  await http.listen({ port, host: '127.0.0.1' });
  double.port = (http.server.address() as AddressInfo).port;
  double.url = `http://127.0.0.1:${double.port}`;
  return double;
}

interface Answer {
  status: number;
  body: unknown;
}

function registerCalls(http: FastifyInstance, double: StripeDouble): void {
  const { state } = double;
  const answers = new Map<string, Answer & { request: string; at: number }>();

  async function carryOut(request: FastifyRequest, run: () => unknown): Promise<Answer & { isReplay?: boolean }> {
    const key = request.headers['idempotency-key'];
    const text = JSON.stringify([request.url, request.body]);
    const known = typeof key === 'string' ? answers.get(key) : undefined;
    if (known && known.at > state.now().getTime() - KEY_MS) {
      if (known.request === text) return { ...known, isReplay: true };
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return { status: 400, body: { error: { type: 'idempotency_error', message } } };
    }
    let answer: Answer;
    try {
      // A copy: a repeated call gets the original response even if the object has changed since.
      answer = { status: 200, body: structuredClone(run()) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = { status: error.status, body: structuredClone({ error: error.body }) };
    }
    if (typeof key === 'string') answers.set(key, { ...answer, request: text, at: state.now().getTime() });
    return answer;
  }

  const on = (method: 'GET' | 'POST' | 'DELETE', path: string, run: (params: Params, id: string) => unknown): void => {
    http.route<{ Params: { id?: string } }>({
      method,
      url: path,
      handler: async (request, reply) => {
        const authorization = request.headers.authorization ?? '';
        const isPublishable = authorization.startsWith('Bearer pk_');
        if (!authorization.startsWith('Bearer sk_') && !(isPublishable && publishablePaths.has(path)))
          return reply
            .status(401)
            .send({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
        const params = (method === 'GET' ? qs.parse(request.url.split('?')[1] ?? '') : (request.body ?? {})) as Params;
        const call = { method, path: request.url.split('?')[0]!, params };
        double.calls.push(call);
        const trouble = await double.disturb(call);
        if (trouble === 'unanswered') return request.raw.socket.destroy();
        const answer = await carryOut(request, () => run(params, request.params.id ?? ''));
        if (trouble === 'lost') return request.raw.socket.destroy();
        if (answer.isReplay) void reply.header('idempotent-replayed', 'true');
        void reply.header('request-id', state.newId('req'));
        // The card field calls from a different origin.
        void reply.header('access-control-allow-origin', '*');
        return reply.status(answer.status).send(answer.body);
      },
    });
  };

  on('POST', '/v1/tokens', (params) => cards.createToken(state, params));
  on('POST', '/v1/customers', (params) =>
    state.add({
      id: state.newId('cus'),
      object: 'customer',
      metadata: params['metadata'] ?? {},
      created: state.seconds(),
    }),
  );
  on('GET', '/v1/customers/:id', (_params, id) => state.get('customer', id));
  on('DELETE', '/v1/customers/:id', (_params, id) => {
    state.get('customer', id);
    for (const method of state.list('payment_method')) if (method['customer'] === id) method['customer'] = null;
    state.objects.delete(id);
    return { id, object: 'customer', deleted: true };
  });
  on('POST', '/v1/payment_methods', (params) => cards.createPaymentMethod(state, params));
  on('GET', '/v1/payment_methods/:id', (_params, id) => state.get('payment_method', id));
  on('POST', '/v1/payment_methods/:id/attach', (params, id) => cards.attach(state, id, params));
  on('POST', '/v1/payment_methods/:id/detach', (_params, id) => cards.detach(state, id));
  on('POST', '/v1/setup_intents', (params) => payments.createSetupIntent(state, params));
  on('GET', '/v1/setup_intents/:id', (_params, id) => state.get('setup_intent', id));
  on('POST', '/v1/setup_intents/:id/cancel', (_params, id) => payments.cancelSetupIntent(state, id));
  on('POST', '/v1/payment_intents', (params) => payments.createPaymentIntent(state, params));
  on('GET', '/v1/payment_intents', (params) => page(list(state, 'payment_intent', params, 'customer'), params));
  on('GET', '/v1/payment_intents/:id', (params, id) => expand(state, state.get('payment_intent', id), params));
  on('POST', '/v1/payment_intents/:id/cancel', (_params, id) => payments.cancelPaymentIntent(state, id));
  on('POST', '/v1/refunds', (params) => payments.createRefund(state, params));
  on('GET', '/v1/refunds', (params) => page(list(state, 'refund', params, 'payment_intent'), params));
  on('GET', '/v1/refunds/:id', (_params, id) => state.get('refund', id));
  on('GET', '/v1/charges/:id', (_params, id) => state.get('charge', id));
  on('GET', '/v1/disputes/:id', (_params, id) => state.get('dispute', id));
  on('POST', '/v1/tax/calculations', (params) => tax.calculateTax(state, params));
  on('POST', '/v1/tax/transactions/create_from_calculation', (params) => tax.recordTax(state, params));
  on('POST', '/v1/tax/transactions/create_reversal', (params) => tax.reverseTax(state, params));
  on('GET', '/v1/account', () => ({ id: 'acct_platform', object: 'account', charges_enabled: true }));
  on('POST', '/v1/payment_method_domains', (params) => domains.createDomain(state, params));
  on('GET', '/v1/payment_method_domains', (params) =>
    page(list(state, 'payment_method_domain', params, 'domain_name'), params),
  );
  on('POST', '/v1/payment_method_domains/:id', (params, id) => domains.updateDomain(state, id, params));
  on('POST', '/v1/payment_method_domains/:id/validate', (_params, id) => domains.validateDomain(state, id));
  on('GET', '/v1/webhook_endpoints', (params) => page(list(state, 'webhook_endpoint', params), params));
  on('POST', '/v1/accounts', (params) => connect.createAccount(state, params));
  on('GET', '/v1/accounts/:id', (_params, id) => connect.readAccount(state, id));
  on('POST', '/v1/account_links', (params) => connect.createAccountLink(state, params, double.url));
  on('POST', '/v1/transfers', (params) => connect.createTransfer(state, params));
  on('GET', '/v1/transfers', (params) => page(list(state, 'transfer', params, 'transfer_group'), params));
  on('GET', '/v1/transfers/:id', (_params, id) => state.get('transfer', id));
  on('GET', '/v1/balance', () => ({
    object: 'balance',
    available: [...state.available].map(([currency, amount]) => ({ currency, amount })),
    pending: [],
  }));
  on('GET', '/v1/balance_transactions', (params) =>
    page(
      list(state, 'balance_transaction', params).map((one) => ({
        ...one,
        source: state.objects.get(String(one['source'])) ?? null,
      })),
      params,
    ),
  );
  on('GET', '/v1/events/:id', (_params, id) => {
    const event = state.events.find((one) => one.id === id);
    if (!event) throw invalid(`No such event: '${id}'`, 'resource_missing');
    return JSON.parse(event.payload) as unknown;
  });
}

/** Newest first, as in Stripe's lists. @param field that `params` may filter by */
function list(state: DoubleState, kind: string, params: Params, field?: string): StripeObject[] {
  const { gte, lt } = (params['created'] ?? {}) as { gte?: string; lt?: string };
  return state
    .list(kind)
    .filter((one) => field === undefined || params[field] === undefined || one[field] === params[field])
    .filter(
      ({ created }) =>
        (gte === undefined || Number(created) >= Number(gte)) && (lt === undefined || Number(created) < Number(lt)),
    )
    .toReversed();
}

function page(objects: StripeObject[], params: Params): unknown {
  const limit = Number(params['limit'] ?? 10);
  const start = params['starting_after'] ? objects.findIndex(({ id }) => id === params['starting_after']) + 1 : 0;
  return { object: 'list', data: objects.slice(start, start + limit), has_more: start + limit < objects.length };
}

function expand(state: DoubleState, intent: StripeObject, params: Params): StripeObject {
  const wanted = Object.values((params['expand'] ?? {}) as Record<string, string>);
  const charge = intent['latest_charge'];
  return wanted.includes('latest_charge') && charge
    ? { ...intent, latest_charge: state.get('charge', charge) }
    : intent;
}

async function deliver(
  { state, endpoints }: StripeDouble,
  { times = 1, order = 'sent' }: { times?: number; order?: 'sent' | 'reversed' } = {},
): Promise<number> {
  const waiting = state.events.splice(0);
  const left: QueuedEvent[] = [];
  for (const event of order === 'sent' ? waiting : waiting.toReversed()) {
    const takers = endpoints.filter(({ isConnect = false }) => isConnect === (event.account !== undefined));
    const send = ({ secret, post }: DoubleEndpoint) =>
      post(event.payload, sign(event.payload, secret, state.seconds()));
    const statuses = await Promise.all(takers.flatMap((taker) => Array.from({ length: times }, () => send(taker))));
    if (statuses.some((status) => status !== 200)) left.push(event);
  }
  state.events.unshift(...left);
  return waiting.length - left.length;
}

/** Stripe's signature header: the time, and an HMAC of time and body. docs.stripe.com/webhooks/signature */
export function sign(payload: string, secret: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
