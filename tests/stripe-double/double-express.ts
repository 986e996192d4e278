import type { StripeDouble } from './stripe-double';

/** The open wallet sheet, which replaces the buttons in this frame. Real browsers and phones draw it over everything else. */
export const renderExpress = (
  { wallets }: Pick<StripeDouble, 'wallets'>,
  { theme = 'black', height = '44' }: Record<string, string>,
): string => `<style>
  body { background: transparent; } #sheet { background: #fff; }
  #buttons { display: grid; gap: 8px; }
  #buttons[hidden] { display: none; }
  #buttons button { height: ${height}px; margin: 0; border: 0; border-radius: 4px; ${theme === 'white' ? 'background: #fff; color: #111;' : 'background: #111; color: #fff;'} }
  #failure { margin: 0; background: #fff; }
</style>
<div id="buttons"></div>
<div id="sheet" hidden><p id="due"></p><button id="pay">Pay</button><button id="cancel">Cancel</button></div>
<p id="failure" role="alert"></p>
<script>
  const cards = ${JSON.stringify(Object.fromEntries(wallets))};
  const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };
  const at = (id) => document.getElementById(id);
  const tell = (message) => parent.postMessage(message, '*');
  let wallet;
  const show = (isOpen) => {
    at('buttons').hidden = isOpen;
    at('sheet').hidden = !isOpen;
    tell({ express: 'resized', height: document.body.offsetHeight });
  };
  for (const type of Object.keys(cards)) {
    const button = document.createElement('button');
    button.textContent = names[type];
    button.onclick = () => {
      wallet = type;
      tell({ express: 'click', type });
    };
    at('buttons').append(button);
  }
  at('pay').onclick = () => tell({ express: 'confirm', type: wallet });
  at('cancel').onclick = () => show(false);
  addEventListener('message', async ({ data }) => {
    if (data.express === 'open') {
      at('due').textContent = data.due;
      at('failure').textContent = '';
      show(true);
    }
    if (data.express === 'failed') {
      at('failure').textContent = 'Not paid: ' + data.reason;
      show(false);
    }
    if (data.express === 'create') {
      const fields = { type: 'card', 'card[token]': 'tok_' + cards[wallet], 'card[wallet]': wallet, 'billing_details[name]': 'Noa Bright' };
      const headers = { authorization: 'Bearer ' + data.key };
      const reply = await fetch('/v1/payment_methods', { method: 'POST', body: new URLSearchParams(fields), headers });
      const answer = await reply.json();
      show(false);
      tell({ express: 'created', id: data.id, ...(reply.ok ? { paymentMethod: answer } : { error: answer.error }) });
    }
  });
  tell({ express: 'ready', types: Object.keys(cards), height: document.body.offsetHeight });
</script>`;

/** `elements.create('expressCheckout')` and `createPaymentMethod`, which require `submit` first. */
export const EXPRESS_SCRIPT = `
  const createExpress = (group, { buttonTheme, buttonHeight }) => {
    const handlers = {};
    let frame;
    const listen = ({ origin: from, source, data }) => {
      if (from !== origin || source !== frame?.contentWindow) return;
      if (data.height !== undefined) frame.style.height = data.express === 'ready' && data.types.length === 0 ? '0' : data.height + 'px';
      const { type } = data;
      switch (data.express) {
        case 'ready': {
          const has = (name) => data.types.includes(name);
          const available = { applePay: has('apple_pay'), googlePay: has('google_pay'), link: false, paypal: false, amazonPay: false, klarna: false };
          return handlers.ready?.({ elementType: 'expressCheckout', availablePaymentMethods: data.types.length ? available : undefined });
        }
        case 'click': {
          const { mode, amount, currency } = group.options;
          const due = mode === 'setup' ? 'Nothing is charged' : amount + ' ' + currency;
          const resolve = () => group.tell({ express: 'open', due });
          return handlers.click ? handlers.click({ expressPaymentType: type, resolve, reject: () => undefined }) : resolve();
        }
        case 'confirm':
          group.isSubmitted = false;
          return handlers.confirm({ expressPaymentType: type, paymentFailed: ({ reason = 'fail' } = {}) => group.tell({ express: 'failed', reason }) });
      }
    };
    group.tell = (message) => frame?.contentWindow?.postMessage(message, origin);
    return {
      on: (event, handler) => { handlers[event] = handler; },
      mount: (host) => {
        addEventListener('message', listen);
        const look = new URLSearchParams({ theme: buttonTheme.googlePay, height: buttonHeight });
        const style = { width: '100%', height: '0', colorScheme: 'light' };
        frame = addFrame(host, '/double/express?' + look, 'Secure express checkout frame', style);
      },
      destroy: () => { removeEventListener('message', listen); frame?.remove(); },
    };
  };
  const createGroup = (options = {}) => {
    const group = {
      options,
      update: async (changes) => { group.options = { ...group.options, ...changes }; },
      submit: async () => { group.isSubmitted = true; return { selectedPaymentMethod: 'card' }; },
      create: (kind, options) => (kind === 'expressCheckout' ? createExpress(group, options) : createCard()),
    };
    return group;
  };
  const createPaymentMethod = async (key, group) => {
    if (group.options.paymentMethodCreation !== 'manual' || !group.isSubmitted) throw new Error('IntegrationError: elements.submit() comes first');
    const id = ++count;
    const answer = hear((data) => data.express === 'created' && data.id === id);
    group.tell({ express: 'create', id, key });
    const { paymentMethod, error } = await answer;
    return { paymentMethod, error };
  };`;
