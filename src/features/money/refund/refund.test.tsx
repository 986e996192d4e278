import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers, type StoreOptions } from '../../../../tests/harness/render-with-store';
import { AnswerSheet } from './components/answer-sheet';
import { AskedRefunds } from './components/asked-refunds';
import { RefundPanel } from './components/refund-panel';
import { RequestPanel } from './components/request-facts';
import { RefundTable } from './components/refund-table';
import { askedRefundsRequested, received, refundFeature, refundRequested } from './refund-feature';

const ada = { _id: 'f00000000000000000000001', name: 'Ada Fenn', username: 'ada', isPerformer: false };
const request = {
  _id: 'e00000000000000000000001',
  saleId: 'b00000000000000000000001',
  kind: 'feed',
  title: 'Field notes',
  amount: 6,
  refundsTo: 'card',
  takes: 4.8,
  reason: 'Cut off half way',
  state: 'asked',
  answer: '',
  decidedBy: null,
  answerBy: '2026-11-27T10:00:00.000Z',
  userId: ada._id,
  userInfo: ada,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const refund = {
  saleId: request.saleId,
  canAsk: true,
  until: '2026-12-04T10:00:00.000Z',
  amount: 6,
  refundsTo: 'card',
  decides: 'creator',
  answerDays: 7,
  returned: null,
  request: null as object | null,
};
const refuse = (message: string) => () => {
  throw new ApiError(422, { statusCode: 422, message, error: 'REFUND_NOT_POSSIBLE' });
};
const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('the refund panel below a receipt', () => {
  async function show(answers: Answers, options: StoreOptions = {}) {
    const panel = <RefundPanel title="Field notes" kind="feed" creator="Noor Halim" />;
    const page = renderWithStore(panel, { features: [refundFeature], user: {}, answers, ...options });
    await act(async () => {
      page.store.dispatch(refundRequested(request.saleId));
      await settle();
    });
    return page;
  }

  it.each([
    [false, 'Your order is taken back.'],
    [true, 'Your order is taken back, with its download.'],
  ])('names the download of a product only if there is one (%s)', async (isFile, text) => {
    const page = renderWithStore(<RefundPanel title="A print" kind="product" isFile={isFile} creator="Noor Halim" />, {
      features: [refundFeature],
      user: {},
      answers: { getRefundOfSale: () => refund },
    });
    await act(async () => {
      page.store.dispatch(refundRequested(request.saleId));
      await settle();
    });
    await press('Ask for a refund');
    expect(screen.getByRole('dialog')).toHaveTextContent(`goes back to your card. ${text}`);
    expect(screen.getByRole('dialog').textContent.includes('download')).toBe(isFile);
  });

  it('can request a refund with a reason, and says what it will cause', async () => {
    let current = refund;
    const { calls, store } = await show({
      getRefundOfSale: () => current,
      askForRefund: () => {
        current = { ...refund, canAsk: false, request };
        return request;
      },
    });
    await press('Ask for a refund');
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText(/answers within 7 days.*\$6\.00 goes back to your card/)).toBeInTheDocument();
    await userEvent.type(sheet.getByLabelText(/Reason/), ' Cut off half way ');
    await press('Ask for $6.00 back');
    const asked = calls.find(({ name }) => name === 'askForRefund');
    expect(asked).toMatchObject({ input: { body: { saleId: request.saleId, reason: 'Cut off half way' } } });
    expect(asked?.idempotencyKey).toBeTruthy();
    expect(selectToasts(store.getState())[0]).toMatchObject({ text: 'Refund requested' });
    expect(screen.getByText('Requested')).toBeInTheDocument();
    expect(screen.getByText(/Noor Halim has until/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull();
  });

  it('shows in the sheet why the server rejected the request', async () => {
    await show({ getRefundOfSale: () => refund, askForRefund: refuse('This can’t be refunded any more.') });
    await press('Ask for a refund');
    await userEvent.type(screen.getByLabelText(/Reason/), 'Broken');
    await press('Ask for $6.00 back');
    expect(within(screen.getByRole('dialog')).getByText(/can’t be refunded any more/)).toBeInTheDocument();
  });

  it.each([
    ['refused', { decidedBy: 'creator', answer: 'It was whole' }, {}, /Noor Halim didn’t grant it\. “It was whole”/],
    ['with_operator', {}, {}, /We’re looking at it/],
    ['granted', {}, { returned: { amount: 6, to: 'wallet' } }, /\$6\.00 is in your wallet\. Your card’s bank/],
  ])('shows the status of a request that is %s', async (state, told, more, words) => {
    const row = { ...request, state, ...told };
    await show({ getRefundOfSale: () => ({ ...refund, canAsk: false, request: row, ...more }) });
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('links to the site’s contact page after a refusal', async () => {
    const row = { ...request, state: 'refused', decidedBy: 'creator' };
    await show({ getRefundOfSale: () => ({ ...refund, decides: 'operator', request: row }) });
    await press('Ask us to look at it');
    expect(within(screen.getByRole('dialog')).getByText(/We’ll look at it/)).toBeInTheDocument();
  });

  it('shows nothing on other backends, or if nothing can be refunded', async () => {
    const { calls } = await show({}, { extensions: [] });
    expect(calls).toEqual([]);
    expect(screen.queryByText('Refund')).toBeNull();
  });
});

describe('a creator with refund requests', () => {
  async function show(answers: Answers, rows: object[] = [request]) {
    const table = <RefundTable page={1} getHref={() => '/creator/refunds'} allHref="/creator/refunds" />;
    const page = renderWithStore(table, {
      features: [refundFeature],
      user: { isPerformer: true },
      answers: { searchReceivedRefunds: () => ({ data: rows, total: rows.length }), getMe: () => ({}), ...answers },
    });
    await act(async () => {
      page.store.dispatch(received.requested({}));
      await settle();
    });
    return page;
  }

  it('sees what a refund would cause, and can grant it', async () => {
    const { calls } = await show({ grantRefund: () => ({ ...request, state: 'granted' }) });
    await press('Field notes');
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText('$4.80')).toBeInTheDocument();
    expect(sheet.getByText('$1.20')).toBeInTheDocument();
    expect(sheet.getByText('Ada Fenn gets, to their card')).toBeInTheDocument();
    expect(sheet.getByText('Ada Fenn can no longer open it.')).toBeInTheDocument();
    await userEvent.type(sheet.getByLabelText(/Answer/), 'Sorry');
    await press('Refund $6.00');
    const granted = calls.find(({ name }) => name === 'grantRefund');
    expect(granted).toMatchObject({ input: { params: { id: request._id }, body: { answer: 'Sorry' } } });
  });

  it('reads that goods of a refunded order go back into stock', async () => {
    await show({}, [{ ...request, kind: 'product', title: 'A print' }]);
    await press('A print');
    expect(screen.getByRole('dialog')).toHaveTextContent('lower it if they do not come back');
  });

  it.each([
    [{ deliveryStatus: 'processing' }, 'hasn’t shipped yet.', 'It goes back into your stock.'],
    [{ deliveryStatus: 'shipping' }, 'is on its way. It may not come back.', 'lower it if they do not come back'],
    [{ deliveryStatus: 'delivered' }, 'was delivered. It may not come back.', 'lower it if they do not come back'],
    [{ productType: 'digital', downloads: 2 }, 'is a download. Ada Fenn downloaded it 2 times.', 'with its download'],
    [{ productType: 'digital' }, 'is a download. Ada Fenn hasn’t downloaded it yet.', 'with its download'],
  ])('reads how far the goods are: %j', async (more, words, stock) => {
    const order = { orderNumber: 'AB12', deliveryStatus: 'delivered', productType: 'physical', downloads: 0, ...more };
    await show({}, [{ ...request, kind: 'product', title: 'A print', orderId: '8'.repeat(24), order }]);
    await press('A print');
    const sheet = screen.getByRole('dialog');
    expect(sheet).toHaveTextContent(`Order AB12 ${words}`);
    expect(sheet).toHaveTextContent(stock);
    const link = within(sheet).getByRole('link', { name: 'Order AB12' });
    expect(link).toHaveAttribute('href', `/creator/my-order/${'8'.repeat(24)}`);
  });

  it('can refuse a request', async () => {
    const { calls } = await show({ refuseRefund: () => ({ ...request, state: 'refused' }) });
    await press('Field notes');
    await press('Don’t refund');
    expect(calls.map(({ name }) => name)).toContain('refuseRefund');
  });

  it('can only grant a request that the site reviews, and sees the decision', async () => {
    const decided = {
      ...request,
      _id: 'e2',
      title: 'Old one',
      state: 'granted',
      answer: 'Fine',
      decidedBy: 'operator',
    };
    await show({}, [{ ...request, state: 'with_operator', answerBy: null }, decided]);
    await press('Field notes');
    expect(screen.getByRole('button', { name: 'Refund $6.00' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Don’t refund' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await act(settle);
    await press('Old one');
    expect(screen.getByText('We answered: “Fine”')).toBeInTheDocument();
  });

  it('sees an empty state', async () => {
    await show({}, []);
    expect(screen.getByText('No refund requests')).toBeInTheDocument();
  });
});

describe('the sheet that answers the request for an order', () => {
  async function show(answers: Answers) {
    const sheet = <AnswerSheet saleId={request.saleId} open onClose={() => undefined} />;
    const page = renderWithStore(sheet, { features: [refundFeature], user: { isPerformer: true }, answers });
    await act(settle);
    return page;
  }

  it('loads it, and again once it is answered', async () => {
    const order = { orderNumber: 'AB12', deliveryStatus: 'processing', productType: 'physical', downloads: 0 };
    const row = { ...request, kind: 'product', orderId: '8'.repeat(24), order };
    const { calls } = await show({
      searchReceivedRefunds: () => ({ data: [row], total: 1 }),
      refuseRefund: () => ({ ...row, state: 'refused' }),
    });
    expect(calls[0]?.input.query).toEqual({ saleId: request.saleId, limit: 1 });
    const sheet = screen.getByRole('dialog', { name: 'Refund for Ada Fenn' });
    expect(sheet).toHaveTextContent('Order AB12 hasn’t shipped yet.');
    expect(within(sheet).queryByRole('link')).toBeNull();
    await press('Don’t refund');
    expect(calls.filter(({ input }) => input.query?.['saleId'] === request.saleId)).toHaveLength(2);
  });

  it('can load again after a failure', async () => {
    let isBroken = true;
    await show({
      searchReceivedRefunds: () => {
        if (isBroken) throw new ApiError(500, { message: 'Broken' });
        return { data: [request], total: 1 };
      },
    });
    expect(screen.getByText('The request did not load')).toBeInTheDocument();
    isBroken = false;
    await press('Try again');
    expect(screen.getByRole('button', { name: 'Refund $6.00' })).toBeInTheDocument();
  });
});

describe('the refund request beside an order', () => {
  it('has the words of the receipt, and a link to it', () => {
    const panel = <RequestPanel request={request as never} seller="Noor Halim" item="A print" receiptHref="/receipt" />;
    renderWithStore(panel, { features: [refundFeature], user: {} });
    expect(screen.getByRole('heading', { name: 'Refund of A print' })).toBeInTheDocument();
    expect(screen.getByText('Requested')).toBeInTheDocument();
    expect(screen.getByText(/You asked on/)).toHaveTextContent(
      /^You asked on 20 November( 2026)?: “Cut off half way”$/,
    );
    expect(screen.getByText(/Noor Halim has until/)).toHaveTextContent(/until 27 November( 2026)? to answer/);
    expect(screen.getByRole('link', { name: 'View receipt' })).toHaveAttribute('href', '/receipt');
  });
});

describe('the list of refund requests above the receipts', () => {
  async function show(options: StoreOptions = {}) {
    const performerInfo = { name: 'Noor Halim', username: 'noor' };
    const answers = { listRefundRequests: () => ({ data: [{ ...request, performerInfo }], total: 1 }) };
    const page = renderWithStore(<AskedRefunds />, { features: [refundFeature], user: {}, answers, ...options });
    await act(async () => {
      page.store.dispatch(askedRefundsRequested());
      await settle();
    });
    return page;
  }

  it('shows the fan’s requests with links to their receipts', async () => {
    await show();
    const row = within(screen.getByRole('table', { name: 'Refunds you asked for' })).getAllByRole('row')[1]!;
    expect(row).toHaveTextContent(/Field notes.*Noor Halim.*Requested.*\$6\.00/);
    expect(within(row).getByRole('link', { name: 'Field notes' })).toHaveAttribute(
      'href',
      `/payment/receipt/${request.saleId}`,
    );
  });

  it('shows nothing on other backends, and sends no call', async () => {
    const { calls } = await show({ extensions: [] });
    expect(calls.map(({ name }) => name)).not.toContain('listRefundRequests');
    expect(screen.queryByRole('table')).toBeNull();
  });
});
