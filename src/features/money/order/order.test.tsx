import { act, fireEvent, screen, within } from '@testing-library/react';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { OpenedOrder } from './components/opened-order';
import { OrderList } from './components/order-list';
import { OrderView } from './components/order-view';
import { SaleTable } from './components/sale-table';
import { SaleView } from './components/sale-view';
import { orderFeature } from './order-feature';
import { refundRequestChanged } from '@/store/intents';
import { orderRequested, ordersChanged } from './order-slice';
import { bought, sold } from './order-lists';
import { canDownload, describeDownloads, groupParcels, isPhysical, type Order } from './order-words';

const noor = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const ada = { _id: 'f00000000000000000000001', name: 'Ada Fenn', username: 'ada', avatar: '' };
const createdAt = '2026-03-02T10:00:00.000Z';

/** An order as compatible backends send it. Wire contract 3.9. */
const family = (id: string, over: object = {}) =>
  ({
    _id: id.padStart(24, 'b'),
    createdAt,
    updatedAt: createdAt,
    orderNumber: `NUMBER${id}`,
    transactionId: id.padStart(24, 'c'),
    performerId: noor._id,
    performerInfo: noor,
    userId: ada._id,
    userInfo: ada,
    productId: id.padStart(24, 'd'),
    productInfo: { name: 'A print', type: 'physical', image: null },
    quantity: 1,
    unitPrice: 20,
    totalPrice: 20,
    deliveryStatus: 'processing',
    shippingCode: '',
    ...over,
  }) as unknown as Order;

const own = (id: string, over: object = {}) =>
  family(id, {
    groupId: 'e'.repeat(24),
    name: 'A print',
    productType: 'physical',
    shippingPrice: 5,
    taxAmount: 0,
    totalPrice: 25,
    carrier: '',
    packedAt: null,
    downloads: null,
    deliveryAddress: 'Ada Fenn, 1 Rua Azul, 1100-001 Lisboa, Portugal',
    ...over,
  });

const file = (id: string, over: object = {}) =>
  own(id, {
    name: 'Pattern',
    productType: 'digital',
    deliveryStatus: 'delivered',
    unitPrice: 9,
    shippingPrice: 0,
    totalPrice: 9,
    downloads: { used: 1, limit: 5, until: null },
    ...over,
  });

const refundRequest = {
  _id: '7'.repeat(24),
  state: 'asked',
  reason: 'Bought it twice',
  answer: '',
  decidedBy: null,
  decidedAt: null,
  answerBy: '2026-03-10T10:00:00.000Z',
  createdAt: '2026-03-03T10:00:00.000Z',
};

const details = (order: Order, parcel: Order[] = [], over: object = {}) => ({
  ...order,
  parcel,
  paidWith: 'wallet',
  timeline: [{ kind: 'ordered', detail: '', createdAt }],
  ...over,
});

/** The seller's request to answer. */
const answered = vi.fn<(transactionId: string) => void>();

async function open(side: 'buyer' | 'seller', order: object, answers: Answers = {}, extensions?: readonly string[]) {
  const page = renderWithStore(
    <OpenedOrder listHref="/user/orders">
      {(one) =>
        side === 'buyer' ? (
          <OrderView
            order={one}
            onChangeAddress={() => undefined}
            getReceiptHref={(id) => `/payment/receipt/${id}`}
            renderRequest={({ refundRequest }) => <p>Request: {refundRequest?.state}</p>}
          />
        ) : (
          <SaleView order={one} onAnswer={answered} />
        )
      }
    </OpenedOrder>,
    {
      features: [orderFeature],
      user: side === 'buyer' ? {} : { isPerformer: true },
      answers: { getOrder: () => order, getMe: () => ada, searchEarnings: () => ({ data: [], total: 0 }), ...answers },
      ...(extensions && { extensions }),
    },
  );
  await act(async () => {
    page.store.dispatch(orderRequested('b'.repeat(24)));
    await settle();
  });
  return page;
}

async function press(name: string | RegExp, within_ = screen as Pick<typeof screen, 'getByRole'>) {
  fireEvent.click(within_.getByRole('button', { name }));
  await act(settle);
}

const sent = ({ calls }: Awaited<ReturnType<typeof open>>, name: string) => calls.filter((call) => call.name === name);

describe('a parcel', () => {
  it('has the status of the shipped order that has progressed least, and is refunded only if all are', () => {
    const status = (...rows: Order[]) => groupParcels(rows)[0]?.status;
    expect(status(own('1', { deliveryStatus: 'shipping' }), own('2'))).toBe('processing');
    expect(status(own('1', { deliveryStatus: 'shipping' }), file('2'))).toBe('shipping');
    expect(status(own('1', { deliveryStatus: 'refunded' }), own('2', { deliveryStatus: 'delivered' }))).toBe(
      'delivered',
    );
    expect(status(own('1', { deliveryStatus: 'refunded' }))).toBe('refunded');
    expect(status(file('1'))).toBe('delivered');
  });

  it('has the orders of one group and creator; without groups, each order is a parcel', () => {
    const other = own('3', { performerId: 'a'.repeat(24) });
    expect(groupParcels([own('1'), own('2'), other]).map(({ orders }) => orders.length)).toEqual([2, 1]);
    expect(groupParcels([family('1'), family('2')])).toHaveLength(2);
  });

  it('wire 3.9: counts as a file if it was delivered immediately and has no type', () => {
    const unknown = (over: object) => family('1', { productInfo: null, ...over });
    expect(isPhysical(unknown({ deliveryStatus: 'delivered' }))).toBe(false);
    expect(isPhysical(unknown({ deliveryStatus: 'delivered', shippingCode: 'RR1' }))).toBe(true);
    expect(isPhysical(unknown({}))).toBe(true);
  });

  it('has a text about the remaining downloads', () => {
    const now = Date.parse(createdAt);
    const left = (downloads: object | null) => [
      describeDownloads(file('1', { downloads })),
      canDownload(file('1', { downloads }), now),
    ];
    expect(left({ used: 1, limit: 5, until: null })).toEqual(['4 of 5 downloads left', true]);
    expect(left({ used: 5, limit: 5, until: null })).toEqual(['No downloads left', false]);
    expect(left({ used: 5, limit: null, until: '2026-03-01T10:00:00.000Z' })).toEqual([null, false]);
    expect(left(null)).toEqual([null, true]);
    expect(canDownload(file('1', { deliveryStatus: 'refunded' }), now)).toBe(false);
  });
});

describe('the order of a buyer', () => {
  it('shows status and cost, and its file can be downloaded', async () => {
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      downloads.push(this.href);
    });
    const page = await open('buyer', details(own('1'), [file('2')]), {
      getProductDownloadLink: () => ({ downloadLink: 'https://api.example.test/file' }),
    });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Being prepared');
    expect(screen.getByText('Paid with your wallet').nextSibling).toHaveTextContent('$34.00');
    expect(screen.getByText('4 of 5 downloads left')).toBeVisible();
    await press('Download Pattern');
    expect(downloads).toEqual(['https://api.example.test/file']);
    expect(sent(page, 'getOrder')).toHaveLength(2);
  });

  it('says before it is canceled what is refunded and where, and only unshipped products are canceled', async () => {
    const page = await open('buyer', details(own('1'), [file('2'), own('3', { deliveryStatus: 'shipping' })]), {
      cancelOrder: () => ({}),
    });
    await press('Cancel order');
    const sheet = screen.getByRole('dialog', { name: 'Cancel this order?' });
    expect(within(sheet).getByText('Back to your wallet').nextSibling).toHaveTextContent('$25.00');
    expect(within(sheet).getByText(/Files that came with it stay yours/)).toBeVisible();
    await press('Cancel and get $25.00 back', within(sheet));
    expect(sent(page, 'cancelOrder').map(({ input }) => input.params)).toEqual([{ id: own('1')._id }]);
    expect(sent(page, 'cancelOrder')[0]?.idempotencyKey).toMatch(new RegExp(`-${own('1')._id}$`));
    expect(page.store.getState().ui.toasts[0]).toMatchObject({ text: 'Cancelled. $25.00 went back to your wallet.' });
  });

  it('stays in the open sheet, with the reason, if canceling is rejected, and is reloaded', async () => {
    const page = await open('buyer', details(own('1')), {
      cancelOrder: () => {
        throw new ApiError(403, { error: 'ORDER_NOT_EDITABLE', message: 'This order can no longer be changed.' });
      },
    });
    await press('Cancel order');
    await press('Cancel and get $25.00 back');
    expect(screen.getByRole('dialog')).toHaveTextContent('This order can no longer be changed.');
    expect(sent(page, 'getOrder')).toHaveLength(2);
  });

  it('links to each receipt, where a refund can be requested', async () => {
    const { unmount } = await open('buyer', details(own('1')));
    expect(screen.getByRole('link', { name: 'Ask for a refund' })).toHaveAttribute(
      'href',
      `/payment/receipt/${own('1').transactionId}`,
    );
    unmount();
    await open('buyer', details(own('1', { deliveryStatus: 'refunded' }), [file('2'), own('3', { name: 'A bowl' })]));
    const way = screen.getByText(/^Something wrong\?/);
    expect(way).toHaveTextContent('Ask for a refund of Pattern, A bowl');
    expect(within(way).getByRole('link', { name: 'A bowl' })).toHaveAttribute(
      'href',
      `/payment/receipt/${own('3').transactionId}`,
    );
  });

  it('shows an open refund request in place of the link to ask for one, and can still be canceled', async () => {
    await open('buyer', details(own('1', { refundRequest }), [file('2')]));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Refund requested');
    expect(screen.getByText(/You asked for a refund on/)).toHaveTextContent(
      /on 3 March( 2026)?\. Until it ships, you can cancel and get \$25\.00 back\./,
    );
    expect(screen.getByText('Request: asked')).toBeVisible();
    expect(screen.getByText(/^Something wrong/)).toHaveTextContent('Ask for a refund of Pattern');
    expect(screen.queryByRole('link', { name: 'A print' })).not.toHaveAttribute('href', /receipt/);
    expect(screen.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  });

  it('says on the way and after delivery that a refund is requested', async () => {
    const { unmount } = await open('buyer', details(own('1', { deliveryStatus: 'shipping', refundRequest })));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('On its way to you');
    expect(screen.getByText(/You asked for a refund on/)).toBeVisible();
    unmount();
    const state = 'with_operator';
    await open('buyer', details(file('1', { refundRequest: { ...refundRequest, state } })));
    expect(screen.getByText(/You asked for a refund on/)).toBeVisible();
    expect(screen.getByText('Request: with_operator')).toBeVisible();
  });

  it('shows a refused refund request, and its status as before', async () => {
    await open('buyer', details(own('1', { refundRequest: { ...refundRequest, state: 'refused' } })));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Being prepared');
    expect(screen.queryByText(/You asked for a refund on/)).toBeNull();
    expect(screen.getByText('Request: refused')).toBeVisible();
    expect(screen.queryByText(/^Something wrong/)).toBeNull();
  });

  it('wire 2.12: has no link for refunds if the backend has none, or all was refunded', async () => {
    const { unmount } = await open('buyer', details(own('1')), {}, ['getReceipt']);
    expect(screen.queryByText(/^Something wrong/)).toBeNull();
    unmount();
    await open('buyer', details(own('1', { deliveryStatus: 'refunded' })));
    expect(screen.queryByText(/^Something wrong/)).toBeNull();
  });

  it('shows where a refund went, and why it was made', async () => {
    await open(
      'buyer',
      details(own('1', { deliveryStatus: 'refunded' }), [], {
        timeline: [
          { kind: 'ordered', detail: '', createdAt },
          { kind: 'refunded', detail: 'Sorry about the tube.', createdAt },
        ],
      }),
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Refunded');
    expect(screen.queryByText('Cancelled')).toBeNull();
    expect(screen.getAllByText(/\$25\.00 went back to your wallet/).length).toBeGreaterThan(0);
    expect(screen.getByText('Noor Adeyemi wrote: “Sorry about the tube.”')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument();
  });

  it.each(['buyer', 'seller'] as const)('says to the %s that the buyer cancelled it', async (side) => {
    const timeline = [
      { kind: 'ordered', detail: '', createdAt },
      { kind: 'cancelled', detail: '', createdAt },
    ];
    await open(side, details(own('1', { deliveryStatus: 'refunded' }), [], { timeline }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Cancelled');
    expect(screen.queryByText('Refunded')).toBeNull();
  });

  it('of which only a file is left says so, and shows what was canceled', async () => {
    const cancelled = { kind: 'cancelled', detail: '', createdAt, refunded: { name: 'A print', amount: 25 } };
    const timeline = [{ kind: 'ordered', detail: '', createdAt }, cancelled];
    await open('buyer', details(file('2'), [own('1', { deliveryStatus: 'refunded' })], { timeline }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ready to download');
    expect(document.body).not.toHaveTextContent('If it hasn’t arrived');
    expect(screen.getByText('Cancelled: A print')).toBeVisible();
    expect(screen.getByText('−$25.00')).toBeVisible();
    expect(screen.getByText('$25.00 went back to your wallet.')).toBeVisible();
  });

  it('wire 3.9: is shown without the details that a compatible backend lacks', async () => {
    await open('buyer', family('1', { deliveryStatus: 'shipping', shippingCode: 'RR1' }), {}, []);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('On its way to you');
    expect(screen.getAllByText('RR1').length).toBeGreaterThan(0);
    expect(screen.getByText('No address was given with this order.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument();
    expect(screen.queryByText('Packed')).not.toBeInTheDocument();
    expect(document.body).not.toHaveTextContent(/undefined|NaN|null/);
  });

  it.each([403, 404, 414])('is shown as missing after the response %i', async (status) => {
    await open(
      'buyer',
      {},
      {
        getOrder: () => {
          throw new ApiError(status, undefined);
        },
      },
    );
    expect(screen.getByRole('heading', { name: 'Order not found' })).toBeVisible();
  });
});

describe('the order of a seller', () => {
  it('is packed, then shipped with one carrier and tracking code', async () => {
    const page = await open('seller', details(own('1'), [own('2'), file('3')]), {
      updateOrder: () => ({ success: true }),
    });
    await press('Mark as packed');
    expect(sent(page, 'updateOrder').map(({ input }) => input.body)).toEqual([{ isPacked: true }, { isPacked: true }]);
    await press('Mark as shipped');
    const sheet = screen.getByRole('dialog', { name: 'Mark as shipped' });
    fireEvent.change(within(sheet).getByLabelText(/Carrier/), { target: { value: 'Nordpost' } });
    fireEvent.change(within(sheet).getByLabelText(/Tracking code/), { target: { value: ' RR1 ' } });
    await press('Mark as shipped', within(sheet));
    expect(
      sent(page, 'updateOrder')
        .slice(2)
        .map(({ input }) => [input.params?.['id'], input.body]),
    ).toEqual([
      [own('1')._id, { deliveryStatus: 'shipping', shippingCode: 'RR1', carrier: 'Nordpost' }],
      [own('2')._id, { deliveryStatus: 'shipping', shippingCode: 'RR1', carrier: 'Nordpost' }],
    ]);
  });

  it('says first that its buyer asks for a refund, why, and until when to answer', async () => {
    await open('seller', details(own('1', { refundRequest })));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Refund requested');
    const note = screen.getByRole('alert');
    expect(note).toHaveTextContent('Ada Fenn asked for a refund on 3 March');
    expect(note).toHaveTextContent('“Bought it twice”');
    expect(note).toHaveTextContent(/Answer by 10 March( 2026)?, or we’ll decide for you\./);
    await press('Answer request');
    expect(answered).toHaveBeenLastCalledWith(own('1').transactionId);
  });

  it('names the product whose refund is requested, and who decides', async () => {
    const state = 'with_operator';
    await open('seller', details(own('1'), [own('2', { name: 'A bowl', refundRequest: { ...refundRequest, state } })]));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('To ship');
    expect(screen.getByRole('alert')).toHaveTextContent('Ada Fenn asked for a refund of A bowl on');
    expect(screen.getByRole('alert')).toHaveTextContent('We’re looking at it. You can still refund it.');
    expect(screen.getByRole('button', { name: 'View request' })).toBeVisible();
    expect(screen.getByText('Refund requested')).toBeVisible();
  });

  it('says that a request was refused, and nothing of a granted one', async () => {
    const refused = { ...refundRequest, state: 'refused', decidedBy: 'creator', answer: 'It was as shown' };
    const { unmount } = await open('seller', details(own('1', { refundRequest: refused })));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('To ship');
    expect(screen.getByText(/You didn’t grant it/)).toHaveTextContent('“It was as shown”');
    expect(screen.queryByText('Refund requested')).toBeNull();
    unmount();
    const granted = { ...refundRequest, state: 'granted' };
    await open('seller', details(own('1', { deliveryStatus: 'refunded', refundRequest: granted })));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Refunded');
    expect(screen.queryByText(/asked for a refund/)).toBeNull();
  });

  it('is shipped despite a refund request only if the seller says so', async () => {
    const page = await open('seller', details(own('1', { refundRequest })), { updateOrder: () => ({ success: true }) });
    await press('Mark as shipped');
    const sheet = screen.getByRole('dialog', { name: 'Mark as shipped' });
    expect(sheet).toHaveTextContent('Ada Fenn asked for a refund on 3 March');
    expect(within(sheet).getByRole('button', { name: 'Nothing to ship' })).toBeDisabled();
    expect(within(sheet).queryByLabelText(/Tracking code/)).toBeNull();
    fireEvent.click(within(sheet).getByRole('checkbox', { name: 'Ship it anyway' }));
    fireEvent.change(within(sheet).getByLabelText(/Tracking code/), { target: { value: 'RR1' } });
    await press('Mark as shipped', within(sheet));
    expect(sent(page, 'updateOrder')).toMatchObject([{ input: { body: { deliveryStatus: 'shipping' } } }]);
  });

  it('leads from the shipping sheet to the request', async () => {
    await open('seller', details(own('1', { refundRequest })));
    await press('Mark as shipped');
    answered.mockClear();
    await press('Answer request', within(screen.getByRole('dialog', { name: 'Mark as shipped' })));
    expect(answered).toHaveBeenCalledExactlyOnceWith(own('1').transactionId);
  });

  it('without the product whose refund is requested can be shipped', async () => {
    const page = await open('seller', details(own('1'), [own('2', { name: 'A bowl', refundRequest })]), {
      updateOrder: () => ({ success: true }),
    });
    await press('Mark as shipped');
    const sheet = screen.getByRole('dialog', { name: 'Mark as shipped' });
    expect(sheet).toHaveTextContent('Ada Fenn asked for a refund of A bowl, order NUMBER2, on 3 March');
    await press('Mark as shipped', within(sheet));
    expect(sent(page, 'updateOrder').map(({ input }) => input.params?.['id'])).toEqual([own('1')._id]);
  });

  it('is loaded again when a refund request was answered or arrives', async () => {
    const page = await open('seller', details(own('1', { refundRequest })));
    await act(async () => {
      page.store.dispatch(refundRequestChanged());
      await settle();
    });
    expect(sent(page, 'getOrder')).toHaveLength(2);
    const arrive = orderFeature.socket!['send_notification']!;
    expect(arrive({ type: 'payment' } as never, '')).toEqual(ordersChanged());
    expect(arrive({ type: 'follow' } as never, '')).toBeNull();
  });

  it('says before a refund that pieces which were sent may not come back', async () => {
    await open('seller', details(own('1', { deliveryStatus: 'shipping' })));
    await press('Refund…');
    const sheet = screen.getByRole('dialog', { name: 'Refund this order?' });
    expect(within(sheet).getByText('1 piece goes back into your stock.')).toBeVisible();
    expect(within(sheet).getByText('1 piece was sent. Lower your stock if it does not come back.')).toBeVisible();
  });

  it('says before a refund who pays back what, and what the buyer loses', async () => {
    const page = await open('seller', details(own('1', { quantity: 2, unitPrice: 10 }), [file('2')]), {
      updateOrder: () => ({ success: true }),
      searchEarnings: () => ({
        data: [
          { _id: '1'.repeat(24), transactionId: own('1').transactionId, netPrice: 21 },
          { _id: '2'.repeat(24), transactionId: file('2').transactionId, netPrice: 7.2 },
        ],
        total: 2,
      }),
    });
    expect(screen.getByText('$28.20')).toBeVisible();
    await press('Refund…');
    const sheet = screen.getByRole('dialog', { name: 'Refund this order?' });
    const says = (label: string) => within(sheet).getByText(label).nextSibling;
    expect(says('From your earnings')).toHaveTextContent('$28.20');
    expect(says('Commission we return')).toHaveTextContent('$5.80');
    expect(says('Ada Fenn gets, to their wallet')).toHaveTextContent('$34.00');
    expect(within(sheet).getByText('2 pieces go back into your stock.')).toBeVisible();
    expect(within(sheet).queryByText(/Lower your stock/)).not.toBeInTheDocument();
    expect(within(sheet).getByText('Ada Fenn can no longer download the file.')).toBeVisible();
    fireEvent.click(within(sheet).getByRole('checkbox', { name: 'Pattern' }));
    expect(says('From your earnings')).toHaveTextContent('$21.00');
    expect(within(sheet).queryByText(/no longer download/)).not.toBeInTheDocument();
    fireEvent.change(within(sheet).getByLabelText(/Reason/), { target: { value: 'Broken' } });
    await press('Refund $25.00', within(sheet));
    expect(sent(page, 'updateOrder').map(({ input }) => [input.params?.['id'], input.body])).toEqual([
      [own('1')._id, { deliveryStatus: 'refunded', reason: 'Broken' }],
    ]);
  });

  it('wire 2.12: requires a tracking code on a compatible backend, and sends it none of our extension’s fields', async () => {
    const page = await open('seller', family('1'), { updateOrder: () => ({ success: true }) }, []);
    expect(screen.queryByRole('button', { name: 'Mark as packed' })).not.toBeInTheDocument();
    await press('Mark as shipped');
    const sheet = screen.getByRole('dialog', { name: 'Mark as shipped' });
    expect(within(sheet).queryByLabelText(/Carrier/)).not.toBeInTheDocument();
    await press('Mark as shipped', within(sheet));
    expect(sent(page, 'updateOrder')).toEqual([]);
    fireEvent.change(within(sheet).getByLabelText('Tracking code'), { target: { value: 'RR1' } });
    await press('Mark as shipped', within(sheet));
    expect(sent(page, 'updateOrder')).toMatchObject([
      { input: { body: { deliveryStatus: 'shipping', shippingCode: 'RR1' } }, idempotencyKey: undefined },
    ]);
  });
});

describe('lists of orders', () => {
  it('show parcels to a buyer', async () => {
    const page = renderWithStore(<OrderList page={1} getHref={() => '/user/orders'} />, {
      features: [orderFeature],
      user: {},
      answers: { searchUserOrders: () => ({ data: [own('1'), file('2'), family('3')], total: 3 }) },
    });
    await act(async () => {
      page.store.dispatch(bought.requested({}));
      await settle();
    });
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['A print and 1 more', 'A print']);
    expect(screen.getByText('$34.00')).toBeVisible();
    expect(screen.getAllByRole('img', { name: 'Ordered; not packed yet' })).toHaveLength(2);
  });

  it('call an order that its buyer cancelled by the word of its page', async () => {
    const gone = { deliveryStatus: 'refunded' as const, groupId: undefined };
    const page = renderWithStore(<OrderList page={1} getHref={() => '/user/orders'} />, {
      features: [orderFeature],
      user: {},
      answers: {
        searchUserOrders: () => ({ data: [own('1', { ...gone, isCancelled: true }), own('2', gone)], total: 2 }),
      },
    });
    await act(async () => {
      page.store.dispatch(bought.requested({}));
      await settle();
    });
    expect(screen.getAllByRole('listitem').map((row) => /Cancelled|Refunded/.exec(row.textContent)?.[0])).toEqual([
      'Cancelled',
      'Refunded',
    ]);
  });

  it('let a seller ship several orders together, and report progress if one is rejected', async () => {
    let rows = [own('1'), own('2', { groupId: 'd'.repeat(24), userInfo: { ...ada, name: 'Theo Marsh' } })];
    const last = rows[1];
    const page = renderWithStore(<SaleTable page={1} getHref={() => '/x'} allHref="/x?show=all" />, {
      features: [orderFeature],
      user: { isPerformer: true },
      answers: {
        searchOrders: () => ({ data: rows, total: 2 }),
        updateOrder: ({ params }) => {
          if (params?.['id'] === last?._id)
            throw new ApiError(403, { message: 'This order can no longer be changed.' });
          rows = rows.filter(({ _id }) => _id !== params?.['id']);
          return { success: true };
        },
      },
    });
    await act(async () => {
      page.store.dispatch(sold.requested({ deliveryStatus: 'processing' }));
      await settle();
    });
    expect(sent(page, 'searchOrders')[0]?.input.query).toMatchObject({ deliveryStatus: 'processing', sort: 'asc' });
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    expect(screen.getByText('2 selected, $50.00')).toBeVisible();
    await press('Mark as shipped');
    const sheet = screen.getByRole('dialog', { name: 'Mark 2 parcels as shipped' });
    fireEvent.change(within(sheet).getByLabelText(/Theo Marsh, order NUMBER2/), { target: { value: 'RR2' } });
    await press('Mark as shipped', within(sheet));
    expect(sent(page, 'updateOrder').map(({ input }) => input.body?.['shippingCode'])).toEqual(['', 'RR2']);
    expect(sheet).toHaveTextContent('This order can no longer be changed. Those before it were changed (1).');
    expect(sent(page, 'searchOrders')).toHaveLength(2);
    // Another press sends only what is not shipped yet.
    expect(within(sheet).getByLabelText(/^Tracking code/)).toHaveValue('RR2');
    await press('Mark as shipped', within(sheet));
    expect(sent(page, 'updateOrder').map(({ input }) => input.params?.['id'])).toEqual([
      own('1')._id,
      last?._id,
      last?._id,
    ]);
  });

  it('mark the orders whose refund is requested, to both sides', async () => {
    const rows = [own('1', { refundRequest }), family('2')];
    const buyer = renderWithStore(<OrderList page={1} getHref={() => '/user/orders'} />, {
      features: [orderFeature],
      user: {},
      answers: { searchUserOrders: () => ({ data: rows, total: 2 }) },
    });
    await act(async () => {
      buyer.store.dispatch(bought.requested({}));
      await settle();
    });
    expect(screen.getAllByText('Refund requested')).toHaveLength(1);
    buyer.unmount();
    const seller = renderWithStore(<SaleTable page={1} getHref={() => '/x'} allHref="/x?show=all" />, {
      features: [orderFeature],
      user: { isPerformer: true },
      answers: { searchOrders: () => ({ data: rows, total: 2 }), updateOrder: () => ({ success: true }) },
    });
    await act(async () => {
      seller.store.dispatch(sold.requested({ refundRequested: true }));
      await settle();
    });
    expect(sent(seller, 'searchOrders')[0]?.input.query).toMatchObject({ refundRequested: true, sort: 'asc' });
    // Once for phones, once in the column of wide screens.
    expect(screen.getAllByText('Refund requested')).toHaveLength(2);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    await press('Mark as shipped');
    const sheet = screen.getByRole('dialog');
    expect(within(sheet).getByRole('link', { name: 'View order' })).toHaveAttribute(
      'href',
      `/creator/my-order/${rows[0]!._id}`,
    );
    await press('Mark as shipped', within(sheet));
    expect(sent(seller, 'updateOrder').map(({ input }) => input.params?.['id'])).toEqual([rows[1]!._id]);
  });

  it('can print the contents of parcels, without prices', async () => {
    const print = vi.fn(() => expect(document.querySelector('[data-paper="alone"]')).toHaveTextContent('Packing slip'));
    Object.assign(window, { print });
    await open('seller', details(own('1', { userNote: 'Ring twice' }), [file('2')]));
    await press('Print packing slip');
    expect(print).toHaveBeenCalledTimes(1);
    const slip = document.querySelector('[data-paper="alone"]');
    expect(slip).toHaveTextContent('Rua Azul');
    expect(slip).toHaveTextContent('Ring twice');
    expect(slip).not.toHaveTextContent(/\$|Pattern/);
    await act(async () => void window.dispatchEvent(new Event('afterprint')));
    expect(document.querySelector('[data-paper="alone"]')).toBeNull();
  });
});
