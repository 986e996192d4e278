import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { orderRequested, unlockRequested, type OrderLine } from '@/store/intents';
import { renderWithStore, settle, type Answers, type StoreOptions } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import type { AddressChoice } from './components/order-form';
import { intentClosed, intentFeature } from './intent-feature';
import { quoteRequested } from './quote-slice';

const noor = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const line = (id: string, more: Partial<OrderLine> = {}): OrderLine => ({
  productId: `c0000000000000000000000${id}`,
  quantity: 1,
  price: 9,
  name: `Pattern ${id}`,
  isDigital: true,
  performer: noor,
  shipsTo: [],
  ...more,
});
const card = {
  _id: 'd00000000000000000000001',
  token: 'card_1',
  brand: 'Visa',
  last4Digits: '4242',
  month: '4',
  year: '2031',
  isDefault: true,
};
const quoteOf = (lines: OrderLine[], unitPrice = 9) => ({
  lines: lines.map(({ productId, name, quantity, performer }) => ({
    productId,
    name,
    quantity,
    performerId: performer._id,
    unitPrice,
    shippingPrice: 0,
  })),
  goods: unitPrice,
  shipping: 0,
  tax: 1.8,
  walletTotal: unitPrice,
  cardTotal: unitPrice + 1.8,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
});
const orderId = 'e00000000000000000000001';
const refuse = (status: number, error: string) => () => {
  throw new ApiError(status, { statusCode: status, error, message: `${error}.` });
};

const HomeAddress: AddressChoice = ({ onChoose, isOpen, onOpenChange, problem }) => {
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => onChoose({ id: 'f00000000000000000000009', countryCode: 'PT', country: 'Portugal' }), []);
  const chooseWork = () => {
    onChoose({ id: 'f00000000000000000000008', countryCode: 'PT', country: 'Portugal' });
    onOpenChange(false);
  };
  if (isOpen)
    return (
      <button type="button" onClick={chooseWork}>
        Work
      </button>
    );
  return <p>Home{problem && <span role="alert">{problem}</span>}</p>;
};

async function open(
  want: object,
  answers: Answers,
  { wallet = 50, extensions }: { wallet?: number } & StoreOptions = {},
) {
  const page = renderWithStore(<CheckoutHost addressChoice={HomeAddress} />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [card], total: 1 }),
      calculateTax: () => ({ amount: 100, taxAmount: 20, totalAmount: 120, rate: 0.2 }),
      getMe: () => ({ _id: 'f00000000000000000000001', wallet, isPerformer: false }),
      releaseOrders: () => ({ success: true }),
      searchUserOrders: () => ({ data: [], total: 0 }),
      ...answers,
    },
    user: { wallet, balance: wallet, verifiedEmail: true },
    ...(extensions && { extensions }),
  });
  await act(async () => {
    page.store.dispatch(want as never);
    await settle();
  });
  return { ...page, sent: (name: string) => page.calls.filter((call) => call.name === name) };
}

const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

afterEach(() => window.sessionStorage.clear());

describe('a cart', () => {
  const lines = [line('1')];
  const placed = { _id: orderId, transactionId: 'b00000000000000000000001', groupId: 'b00000000000000000000002' };

  it('is paid from the wallet at the quoted total, and leads to its order', async () => {
    const { sent, visited } = await open(orderRequested({ lines }), {
      reserveOrders: () => quoteOf(lines),
      checkoutOrders: () => ({ groupId: placed.groupId, transaction: null, orders: [placed] }),
      searchUserOrders: () => ({ data: [placed], total: 1 }),
    });
    expect(screen.getByRole('timer')).toHaveTextContent(/Held for you until/);
    await press('Pay $9.00 from wallet');
    expect(sent('checkoutOrders')).toMatchObject([
      {
        input: {
          body: { payBy: 'wallet', expectedTotal: 9, lines: [{ productId: lines[0]!.productId, quantity: 1 }] },
        },
        idempotencyKey: expect.stringMatching(/-order$/) as unknown,
      },
    ]);
    expect(visited).toEqual([`/user/orders/${orderId}`]);
  });

  it('leads nowhere if the buyer went back while it was paid, but is offered in a notice', async () => {
    let finish: ((reply: object) => void) | undefined;
    const { store, visited } = await open(orderRequested({ lines }), {
      reserveOrders: () => quoteOf(lines),
      checkoutOrders: () => new Promise((resolve) => (finish = resolve)),
      searchUserOrders: () => ({ data: [placed], total: 1 }),
    });
    await press('Pay $9.00 from wallet');
    await act(async () => {
      store.dispatch(intentClosed());
      finish?.({ groupId: placed.groupId, transaction: null, orders: [placed] });
      await settle();
    });
    expect(visited).toEqual([]);
    expect(selectToasts(store.getState())).toMatchObject([
      { text: 'Paid $9.00. Your order is placed.', action: 'View order', href: `/user/orders/${orderId}` },
    ]);
  });

  it('is paid by card with tax if the balance is too low', async () => {
    const transaction = { _id: placed.groupId, paymentGateway: 'stripe', status: 'success', totalPrice: 10.8 };
    const { sent, visited } = await open(
      orderRequested({ lines }),
      {
        reserveOrders: () => quoteOf(lines),
        checkoutOrders: () => ({ groupId: placed.groupId, transaction, orders: [] }),
        searchUserOrders: () => ({ data: [placed], total: 1 }),
      },
      { wallet: 0 },
    );
    await press('Pay $10.80 by card');
    expect(sent('checkoutOrders')[0]?.input.body).toMatchObject({
      payBy: 'card',
      cardId: 'card_1',
      expectedTotal: 10.8,
    });
    expect(visited).toEqual([`/user/orders/${orderId}`]);
  });

  describe('paid from a wallet whose balance is too low', () => {
    const toppedUp = { _id: 'd00000000000000012345678', paymentGateway: 'stripe', status: 'success', totalPrice: 12 };
    const openWallet = async (answers: Answers, wallet = 5) => {
      const page = await open(
        orderRequested({ lines }),
        {
          topUpWallet: () => toppedUp,
          checkoutOrders: () => ({ groupId: placed.groupId, transaction: null, orders: [placed] }),
          searchUserOrders: () => ({ data: [placed], total: 1 }),
          reserveOrders: () => quoteOf(lines),
          ...answers,
        },
        { wallet },
      );
      fireEvent.click(screen.getByRole('radio', { name: /^Wallet/ }));
      return page;
    };

    it.each([
      [5, '$4.00'],
      [0, '$9.00'],
    ])('is topped up and paid with one press, with a balance of $%s', async (wallet, missing) => {
      const { sent, visited } = await openWallet({}, wallet);
      expect(screen.getByText(missing, { selector: 'b' })).toBeInTheDocument();
      expect(screen.getByText('Total today').nextSibling).toHaveTextContent('$12.00');
      await press('Pay $12.00 and order');
      expect(sent('topUpWallet')).toMatchObject([{ input: { body: { amount: 10, expectedPrice: 12 } } }]);
      expect(sent('checkoutOrders')).toMatchObject([{ input: { body: { payBy: 'wallet', expectedTotal: 9 } } }]);
      expect(visited).toEqual([`/user/orders/${orderId}`]);
    });

    it('does not lead to a top-up while the total for the address is requested', async () => {
      const print = [line('2', { isDigital: false })];
      const { sent, store } = await open(
        orderRequested({ lines: print }),
        { reserveOrders: () => quoteOf(print) },
        { wallet: 0 },
      );
      fireEvent.click(screen.getByRole('radio', { name: /^Wallet/ }));
      expect(screen.getByRole('button', { name: /and order$/ })).toBeEnabled();
      act(() => void store.dispatch(quoteRequested({ lines: print })));
      expect(screen.getByRole('button', { name: /and order$/ })).toBeDisabled();
      await act(settle);
      expect(sent('topUpWallet')).toHaveLength(0);
    });

    it('does not lead to a top-up for a product that is sold out or repriced', async () => {
      let price = 9;
      const { sent } = await openWallet({
        reserveOrders: () => (price > 0 ? quoteOf(lines, price) : refuse(400, 'OUT_OF_STOCK')()),
      });
      price = 12;
      await press('Pay $12.00 and order');
      expect(
        screen.getByText(/The price of Pattern 1 changed from \$9\.00 to \$12\.00\. You were not charged\./),
      ).toBeInTheDocument();
      price = 0;
      await press('Pay $12.00 and order');
      expect(screen.getByRole('alert')).toHaveTextContent(/OUT_OF_STOCK/);
      expect(sent('topUpWallet')).toHaveLength(0);
      expect(sent('checkoutOrders')).toHaveLength(0);
    });

    it('says that the top-up is in the wallet, should the order be rejected', async () => {
      await openWallet({ checkoutOrders: refuse(400, 'OUT_OF_STOCK') });
      await press('Pay $12.00 and order');
      const alert = screen.getAllByRole('alert').map(({ textContent }) => textContent);
      expect(alert.join()).toMatch(/OUT_OF_STOCK.*The top-up is in your wallet\./);
      expect(alert.join()).not.toMatch(/not charged/);
    });
  });

  describe('for which only a card pays tax', () => {
    const added = 'Tax is added when you top up, not when your wallet pays.';
    const none = 'Paying from your wallet adds no tax.';
    const untaxed = { calculateTax: () => ({ amount: 100, taxAmount: 0, totalAmount: 100, rate: 0 }) };
    const openOn = async (way: RegExp, wallet: number, answers: Answers = {}) => {
      const page = await open(
        orderRequested({ lines }),
        { reserveOrders: () => quoteOf(lines), ...answers },
        { wallet },
      );
      fireEvent.click(screen.getByRole('radio', { name: way }));
      return page;
    };

    it('has an explanation if top-ups are taxed', async () => {
      await openOn(/^Wallet/, 50);
      expect(screen.getByText(added)).toBeInTheDocument();
      fireEvent.click(screen.getByRole('radio', { name: 'Card' }));
      expect(screen.queryByText(added)).not.toBeInTheDocument();
    });

    it.each([50, 0])(
      'has no mention of taxed top-ups if only the address is taxed, with a balance of $%s',
      async (wallet) => {
        await openOn(/^Wallet/, wallet, untaxed);
        expect(screen.getByText(none)).toBeInTheDocument();
        expect(screen.queryByText(added)).not.toBeInTheDocument();
      },
    );

    it('has no explanation if both payment methods cost the same, or the top-up shows its tax', async () => {
      const page = await openOn(/^Wallet/, 50, { reserveOrders: () => ({ ...quoteOf(lines), tax: 0, cardTotal: 9 }) });
      expect(screen.queryByText(added)).not.toBeInTheDocument();
      page.unmount();
      await openOn(/^Wallet/, 0);
      expect(screen.queryByText(added)).not.toBeInTheDocument();
      expect(screen.queryByText(none)).not.toBeInTheDocument();
      expect(screen.getByText('Tax')).toBeInTheDocument();
    });

    it('has the explanation for an item, too', async () => {
      const item = {
        target: 'feed' as const,
        id: 'b00000000000000000000001',
        price: 6,
        title: 'Kiln',
        performer: noor,
      };
      const page = await open(unlockRequested(item), {});
      expect(screen.getByText(added)).toBeInTheDocument();
      page.unmount();
      await open(unlockRequested(item), {}, { extensions: [] });
      expect(screen.queryByText(added)).not.toBeInTheDocument();
    });
  });

  it('has the server’s error above the button, and is quoted again', async () => {
    let left = 1;
    const { sent } = await open(orderRequested({ lines }), {
      reserveOrders: () => (left > 0 ? quoteOf(lines) : refuse(400, 'OUT_OF_STOCK')()),
      checkoutOrders: refuse(400, 'OUT_OF_STOCK'),
    });
    left = 0;
    await press('Pay $9.00 from wallet');
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toMatch(/OUT_OF_STOCK/);
    expect(sent('reserveOrders')).toHaveLength(2);
    expect(sent('checkoutOrders')).toHaveLength(1);
  });

  it('is never charged at a price that the buyer has not seen', async () => {
    let price = 9;
    const { sent } = await open(orderRequested({ lines }), {
      reserveOrders: () => quoteOf(lines, price),
      checkoutOrders: refuse(409, 'PRICE_CHANGED'),
    });
    price = 12;
    await press('Pay $9.00 from wallet');
    expect(screen.getByText(/The price of Pattern 1 changed from \$9\.00 to \$12\.00\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pay $12.00 from wallet' })).toBeEnabled();
    expect(sent('checkoutOrders')).toHaveLength(1);
  });

  it('is quoted for its address, but not for a country that is not shipped to', async () => {
    const print = [line('2', { isDigital: false, shipsTo: ['PT'] })];
    const { sent } = await open(orderRequested({ lines: print }), { reserveOrders: () => quoteOf(print) });
    expect(sent('reserveOrders')[0]?.input.body).toMatchObject({ deliveryAddressId: 'f00000000000000000000009' });
    const other = await open(orderRequested({ lines: [line('3', { isDigital: false, shipsTo: ['DE'] })] }), {});
    expect(other.sent('reserveOrders')).toHaveLength(0);
    expect(screen.getByText(/Pattern 3 isn’t sent to Portugal/)).toBeInTheDocument();
  });

  it.each([
    ['a file', true, 'Nothing renews.'],
    ['a parcel', false, 'Nothing renews. You can cancel an order until it ships.'],
  ])('paid by card says whether it can be canceled: %s', async (_what, isDigital, text) => {
    const some = [line('2', { isDigital })];
    await open(orderRequested({ lines: some }), { reserveOrders: () => quoteOf(some) }, { wallet: 0 });
    expect(screen.getByText(text)).toBeVisible();
  });

  it('says at the address that it cannot be taxed, and is quoted for another one', async () => {
    const print = [line('2', { isDigital: false })];
    const sentence = 'We can’t find this address.';
    const { sent } = await open(orderRequested({ lines: print }), {
      reserveOrders: ({ body }) => {
        if ((body as { deliveryAddressId: string }).deliveryAddressId.endsWith('8')) return quoteOf(print);
        throw new ApiError(400, {
          statusCode: 400,
          error: 'Bad Request',
          message: [`deliveryAddressId: ${sentence}`],
        });
      },
    });
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([sentence]);
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    await press('Change the address');
    await press('Work');
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pay $9.00 from wallet' })).toBeEnabled();
    expect(sent('reserveOrders')).toHaveLength(2);
  });
});

describe('a cart on a backend that sells one product at a time', () => {
  const lines = [line('1'), line('2'), line('3')];

  it('is paid line by line, each with its own key', async () => {
    const { sent, visited } = await open(
      orderRequested({ lines }),
      {
        buyProduct: ({ params }) => ({ _id: `b${params?.['id']?.slice(1)}`, totalPrice: 9, status: 'success' }),
        searchUserOrders: () => ({
          data: lines.map(({ productId }) => ({ _id: orderId, transactionId: `b${productId.slice(1)}` })),
          total: 3,
        }),
      },
      { extensions: ['idempotencyKeys'] },
    );
    await press('Pay $27.00 from wallet');
    expect(sent('buyProduct').map(({ input }) => input.params?.['id'])).toEqual(
      lines.map(({ productId }) => productId),
    );
    expect(new Set(sent('buyProduct').map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    expect(visited).toEqual(['/user/orders']);
  });

  it('stops after a rejected line, and the earlier ones stay paid', async () => {
    const { sent } = await open(
      orderRequested({ lines }),
      {
        buyProduct: ({ params }) =>
          params?.['id'] === lines[1]!.productId
            ? refuse(400, 'OUT_OF_STOCK')()
            : { _id: 'b00000000000000000000001', totalPrice: 9, status: 'success' },
      },
      { extensions: [] },
    );
    await press('Pay $27.00 from wallet');
    expect(sent('buyProduct')).toHaveLength(2);
    expect(screen.getAllByText('Bought')).toHaveLength(1);
    await press('Leave out');
    await press('Pay $9.00 from wallet');
    expect(sent('buyProduct').at(-1)?.input.params).toEqual({ id: lines[2]!.productId });
  });

  it('is recovered after a lost response, and not sent again', async () => {
    try {
      const { sent } = await open(
        orderRequested({ lines: lines.slice(0, 2) }),
        { buyProduct: refuse(502, 'Bad Gateway') },
        { extensions: [] },
      );
      vi.useFakeTimers();
      fireEvent.click(screen.getByRole('button', { name: 'Pay $18.00 from wallet' }));
      await act(async () => vi.advanceTimersByTimeAsync(20_000));
      expect(sent('buyProduct')).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Look again' })).toBeInTheDocument();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an item for sale', () => {
  const item = { target: 'feed' as const, id: 'b00000000000000000000001', price: 6, title: 'Kiln', performer: noor };
  const transaction = { _id: 'd00000000000000012345678', paymentGateway: 'stripe', status: 'success', totalPrice: 7.2 };

  it('is paid by card at its price plus tax, and unlocked', async () => {
    const { sent, store } = await open(unlockRequested(item), { buyByCard: () => transaction });
    fireEvent.click(screen.getByRole('radio', { name: 'Card' }));
    await press('Pay $7.20 by card');
    expect(sent('buyByCard')[0]?.input.body).toEqual({
      target: 'feed',
      targetId: item.id,
      cardId: 'card_1',
      expectedPrice: 7.2,
    });
    expect(screen.getByText('Unlocked')).toBeInTheDocument();
    expect(store.getState().session.user?.wallet).toBe(50);
  });

  const message = {
    ...item,
    target: 'message' as const,
    conversationId: 'b00000000000000000000002',
    sequence: 3,
  };
  it.each([
    ['post', item],
    ['video', { ...item, target: 'video' as const }],
    ['gallery', { ...item, target: 'gallery' as const }],
    ['message', message],
  ])('is paid by card first if the balance is too low, else from the wallet: %s', async (_, wanted) => {
    const short = await open(unlockRequested(wanted), {}, { wallet: 5.99 });
    expect(screen.getByRole('radio', { name: 'Card' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Pay $7.20 by card' })).toBeEnabled();
    short.unmount();
    await open(unlockRequested(wanted), {}, { wallet: 6 });
    expect(screen.getByRole('radio', { name: 'Wallet, $6.00' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Unlock for $6.00' })).toBeEnabled();
  });

  it('is still paid from the wallet after a declined top-up', async () => {
    await open(unlockRequested(item), { topUpWallet: refuse(400, 'CARD_DECLINED') }, { wallet: 0 });
    fireEvent.click(screen.getByRole('radio', { name: 'Wallet, $0.00' }));
    await press('Pay $12.00 and unlock');
    await press('Pay another way');
    expect(screen.getByRole('radio', { name: 'Wallet, $0.00' })).toBeChecked();
  });

  it('can be paid only from the wallet if the backend accepts no cards for it', async () => {
    await open(unlockRequested(item), {}, { extensions: [] });
    expect(screen.queryByRole('radio', { name: 'Card' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unlock for $6.00' })).toBeInTheDocument();
  });
});
