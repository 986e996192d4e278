import { loadStripe } from '@stripe/stripe-js/pure';
import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { mountExpressButtons, type ExpressApproval } from './stripe-express';

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: Object.assign(vi.fn(), { setLoadParameters: vi.fn() }) }));

const method = {
  id: 'pm_1',
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 },
  billing_details: { name: 'Ada Fenn' },
};

interface MountOptions {
  due?: number;
  isTaken?: boolean;
  submitted?: object;
  created?: object;
}

async function mount({
  due = 6,
  isTaken = true,
  submitted = {},
  created = { paymentMethod: method },
}: MountOptions = {}) {
  const handlers: Record<string, (event: object) => void> = {};
  const calls: string[] = [];
  const create = vi.fn(() => ({
    on: (name: string, handler: (event: object) => void) => void (handlers[name] = handler),
    mount: vi.fn(),
    destroy: vi.fn(),
  }));
  const elements = {
    create,
    update: vi.fn(async () => undefined),
    submit: async () => (calls.push('submit'), submitted),
  };
  const open = vi.fn(() => elements);
  const createPaymentMethod = async () => (calls.push('create'), created);
  vi.mocked(loadStripe).mockResolvedValue({ elements: open, createPaymentMethod } as never);
  const approvals: ExpressApproval[] = [];
  const onReady = vi.fn();
  const buttons = await mountExpressButtons(document.createElement('div'), {
    key: 'pk_1',
    due,
    isDark: true,
    onReady,
    onPress: () => isTaken,
    onApproval: (approval) => void approvals.push(approval),
  });
  const paymentFailed = vi.fn();
  const approve = () => {
    handlers['confirm']?.({ paymentFailed });
    return approvals.at(-1)!;
  };
  return { handlers, calls, create, elements, open, buttons, onReady, approve, paymentFailed };
}

afterEach(() => setSiteCurrency(defaultCurrency));

describe('amount that Apple Pay or Google Pay shows', () => {
  it.each([
    ['USD', 6.5, 650],
    ['JPY', 500, 500],
    // The króna has no smaller unit, but Stripe counts it in hundredths.
    ['ISK', 500, 50_000],
  ])('is in Stripe’s smallest unit of %s', async (code, due, amount) => {
    setSiteCurrency(readCurrency(code));
    const { open, elements, buttons } = await mount({ due });
    const payment = { mode: 'payment', amount, currency: code.toLowerCase(), setupFutureUsage: 'off_session' };
    expect(open).toHaveBeenCalledWith({
      ...payment,
      allowedPaymentMethodTypes: ['card'],
      paymentMethodCreation: 'manual',
    });
    buttons.update(due * 2);
    expect(elements.update).toHaveBeenCalledWith({ ...payment, amount: amount * 2 });
  });

  it('is absent if the card is only saved', async () => {
    const { open } = await mount({ due: 0 });
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ mode: 'setup', currency: 'usd' }));
    expect(open).toHaveBeenCalledWith(expect.not.objectContaining({ amount: expect.anything() as unknown }));
  });
});

it('offers only Apple Pay and Google Pay, with light buttons on a dark page', async () => {
  const { create } = await mount();
  expect(create).toHaveBeenCalledWith(
    'expressCheckout',
    expect.objectContaining({ buttonTheme: { applePay: 'white', googlePay: 'white' } }),
  );
  const { paymentMethods } = (create.mock.calls as unknown as [string, { paymentMethods: object }][])[0]![1];
  const offered = Object.entries(paymentMethods).filter(([, choice]) => choice !== 'never');
  expect(offered.map(([name]) => name)).toEqual(['applePay', 'googlePay']);
});

it.each([
  [undefined, false],
  [{ applePay: false, googlePay: false, link: true }, false],
  [{ applePay: true, googlePay: false }, true],
  [{ applePay: false, googlePay: true }, true],
])('with payment methods %j, reports availability %s', async (availablePaymentMethods, isAvailable) => {
  const { handlers, onReady } = await mount();
  handlers['ready']?.({ availablePaymentMethods });
  expect(onReady).toHaveBeenCalledWith(isAvailable);
  handlers['loaderror']?.({});
  expect(onReady).toHaveBeenLastCalledWith(false);
});

it('the wallet opens only if the form accepts the press', async () => {
  for (const isTaken of [true, false]) {
    const { handlers } = await mount({ isTaken });
    const [resolve, reject] = [vi.fn(), vi.fn()];
    handlers['click']?.({ resolve, reject });
    expect([resolve.mock.calls.length, reject.mock.calls.length]).toEqual(isTaken ? [1, 0] : [0, 1]);
  }
});

describe('approval in Apple Pay or Google Pay', () => {
  it('creates a payment method after Stripe has validated the approval', async () => {
    const { approve, calls } = await mount();
    expect(await approve().tokenize()).toEqual({
      token: 'pm_1',
      brand: 'visa',
      last4: '4242',
      month: '04',
      year: '2031',
      holderName: 'Ada Fenn',
    });
    expect(calls).toEqual(['submit', 'create']);
  });

  it('rejects with Stripe’s text, and makes the wallet show a failure', async () => {
    const unready = await mount({ submitted: { error: { message: 'Not complete.' } } });
    await expect(unready.approve().tokenize()).rejects.toThrow('Not complete.');
    expect(unready.calls).toEqual(['submit']);
    const { approve, paymentFailed } = await mount({ created: { error: { message: 'Your card was declined.' } } });
    const approval = approve();
    await expect(approval.tokenize()).rejects.toThrow('Your card was declined.');
    approval.fail();
    expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' });
  });
});
