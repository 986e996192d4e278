import type { FastifyInstance } from 'fastify';
import { setAccountReady } from './double-connect';
import { EXPRESS_SCRIPT, renderExpress } from './double-express';
import { closeDispute, failRefund, openDispute } from './double-payments';
import type { StripeDouble } from './stripe-double';

/** Browsers get these pages at Stripe's own addresses, so that the site's Content-Security-Policy applies. */
export function createPages(http: FastifyInstance, double: StripeDouble): void {
  const { state } = double;
  const page = (path: string, render: (query: Record<string, string>, id: string) => string) =>
    http.get<{ Querystring: Record<string, string>; Params: { id?: string } }>(path, (request, reply) =>
      reply.type('text/html; charset=utf-8').send(render(request.query, request.params.id ?? '')),
    );

  http.get('/double/v3', (_request, reply) => reply.type('text/javascript').send(SCRIPT));
  page('/double/card-field', () => CARD_FIELD);
  page('/double/express', (look) => html('Wallets', renderExpress(double, look)));
  page('/double/bank', () => BANK);
  page('/double/onboarding/:id', ({ return: back = '' }, id) => renderOnboarding(state.get('account', id).id, back));

  http.post<{ Body: { secret: string; answer: 'approve' | 'refuse' } }>('/double/bank', async ({ body }) => {
    const intent = double.answerBank(body.secret, body.answer);
    await double.deliver();
    return intent;
  });
  http.post<{ Params: { id: string }; Body: { return: string } }>('/double/onboarding/:id', async (request, reply) => {
    setAccountReady(state, request.params.id, true);
    await double.deliver();
    return reply.redirect(request.body.return, 303);
  });

  /** Events that happen at Stripe without a browser. They are delivered immediately. */
  const control = (path: string, run: (id: string, body: Record<string, string>) => unknown) =>
    http.post<{ Params: { id: string }; Body: Record<string, string> | null }>(path, async ({ params, body }) => {
      const done = run(params.id, body ?? {});
      await double.deliver();
      return done ?? {};
    });
  control('/double/payments/:id/dispute', (id) => openDispute(state, id));
  control('/double/disputes/:id/close', (id, { status }) => closeDispute(state, id, status === 'won' ? 'won' : 'lost'));
  control('/double/refunds/:id/fail', (id) => failRefund(state, id));
  control('/double/accounts/:id/ready', (id, { ready }) => setAccountReady(state, id, ready !== 'false'));
}

const STYLE = `<style>
  body { margin: 0; font: 16px/1.4 system-ui, sans-serif; background: #fff; color: #111; }
  label { display: block; padding: 4px; } input { font: inherit; width: 95%; }
  button { font: inherit; min-height: 44px; margin: 8px; padding: 0 24px; }
</style>`;

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${STYLE}</head><body>${body}</body></html>`;

/** Sends card data only to the double, as Stripe's field sends it only to Stripe. */
const CARD_FIELD = html(
  'Card',
  `<label>Card number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiry date <input id="exp" inputmode="numeric" autocomplete="cc-exp"></label>
<label>Security code <input id="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
<script>
  const read = (id) => document.getElementById(id).value.trim();
  const tell = (message) => parent.postMessage(message, '*');
  document.addEventListener('input', () => tell({ double: 'change' }));
  addEventListener('message', async ({ data }) => {
    if (data.double !== 'tokenize') return;
    const [month = '', year = ''] = read('exp').split('/');
    const card = { number: read('number'), exp_month: month.trim(), exp_year: year.trim(), cvc: read('cvc'), name: data.name };
    const body = new URLSearchParams(Object.entries(card).map(([name, value]) => ['card[' + name + ']', value]));
    const reply = await fetch('/v1/tokens', { method: 'POST', body, headers: { authorization: 'Bearer ' + data.key } });
    const answer = await reply.json();
    tell({ double: 'token', id: data.id, ...(reply.ok ? { token: answer } : { error: answer.error }) });
  });
</script>`,
);

const BANK = html(
  'Bank',
  `<h1>Your bank</h1><p>Is it you who pays?</p>
<button id="approve">Approve</button><button id="refuse">Refuse</button>
<script>
  const secret = new URLSearchParams(location.search).get('secret');
  for (const button of document.querySelectorAll('button'))
    button.onclick = async () => {
      const body = JSON.stringify({ secret, answer: button.id });
      const reply = await fetch('/double/bank', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      parent.postMessage({ double: 'bank', secret, intent: await reply.json() }, '*');
    };
</script>`,
);

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const renderOnboarding = (id: string, back: string): string =>
  html(
    'Who you are',
    `<h1>Who are you?</h1><form method="post" action="/double/onboarding/${id}">
<input type="hidden" name="return" value="${escape(back)}"><button>Finish</button></form>`,
  );

/** `window.Stripe`, as far as the site uses it. Its dialogs are part of the page, not browser dialogs. */
const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  let count = 0;
  const hear = (isMeant) => new Promise((resolve) => {
    const listen = ({ origin: from, data }) => {
      if (from !== origin || !isMeant(data)) return;
      removeEventListener('message', listen);
      resolve(data);
    };
    addEventListener('message', listen);
  });
  const addFrame = (host, path, title, style) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: origin + path, title });
    Object.assign(frame.style, { border: '0', display: 'block', ...style });
    host.append(frame);
    return frame;
  };
  const askAbout = async (secret) => {
    const frame = addFrame(document.body, '/double/bank?secret=' + encodeURIComponent(secret), 'Bank', {
      position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '2147483647', background: '#fff',
    });
    const { intent } = await hear((data) => data.double === 'bank' && data.secret === secret);
    frame.remove();
    return intent;
  };
  const confirm = async (secret, name, failure) => {
    const intent = await askAbout(secret);
    if (intent.status === 'succeeded') return { [name]: intent };
    return { error: { ...intent[failure], [intent.object]: intent } };
  };
  let key;
  const createCard = () => {
    let frame;
    let onChange = () => undefined;
    const listen = ({ origin: from, data }) => {
      if (from === origin && data.double === 'change') onChange({ error: undefined });
    };
    return {
      on: (event, handler) => { if (event === 'change') onChange = handler; },
      mount: (host) => {
        addEventListener('message', listen);
        frame = addFrame(host, '/double/card-field', 'Secure card payment input frame', { width: '100%', height: '180px' });
      },
      destroy: () => { removeEventListener('message', listen); frame?.remove(); },
      ask: async (name) => {
        const id = ++count;
        const answer = hear((data) => data.double === 'token' && data.id === id);
        frame.contentWindow.postMessage({ double: 'tokenize', id, key, name }, origin);
        return answer;
      },
    };
  };
  ${EXPRESS_SCRIPT}
  window.Stripe = (publishableKey) => {
    key = publishableKey;
    return {
      _registerWrapper() {},
      elements: createGroup,
      createPaymentMethod: ({ elements }) => createPaymentMethod(key, elements),
      createToken: (field, { name }) => field.ask(name).then(({ token, error }) => ({ token, error })),
      confirmCardPayment: (secret) => confirm(secret, 'paymentIntent', 'last_payment_error'),
      confirmCardSetup: (secret) => confirm(secret, 'setupIntent', 'last_setup_error'),
    };
  };
})();
`;
