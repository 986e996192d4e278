import { act, fireEvent, screen, within } from '@testing-library/react';
import { setClock } from '../../../../tests/harness/clock/set-clock';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import {
  ownSettings,
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
} from '../../../../tests/harness/render-with-store';
import { ApiError } from '@/services/api-error';
import { reauthDismissed, reauthSucceeded } from '@/store/with-reauth';
import { PayoutBalance, PayoutTotals } from './components/payout-balance';
import { PayoutForm } from './components/payout-form';
import { PayoutTable } from './components/payout-table';
import { PayoutView } from './components/payout-view';
import { WithdrawSheet } from './components/withdraw-sheet';
import { payoutFeature } from './payout-feature';
import { overviewRequested } from './payout-slice';
import { payouts } from './payout-list';
import { describeAccount, getNet, getStatusWords, listAccounts, type Payout } from './payout-words';

const createdAt = '2026-03-02T10:00:00.000Z';

/** A payout as compatible backends send it. Wire contract 3.15. */
const family = (over: object = {}) =>
  ({
    _id: 'a'.repeat(24),
    createdAt,
    updatedAt: '2026-03-04T10:00:00.000Z',
    source: 'performer',
    requestTokens: 60,
    tokenConversionRate: 1,
    paymentAccountType: 'banking',
    requestNote: '',
    adminNote: '',
    status: 'pending',
    ...over,
  }) as unknown as Payout;

const own = (over: object = {}) =>
  family({ feeTokens: 1.5, arrivesAt: '2026-03-09T10:00:00.000Z', accountHint: '4417', reasonCode: null, ...over });

const creator = {
  isPerformer: true,
  bankingInformation: {
    _id: 'b',
    firstName: 'Noor',
    lastName: 'Adeyemi',
    bankName: 'Harbour',
    bankAccount: 'IE29 4417',
  },
  paypalSetting: { status: 'active', value: { email: 'noor@example.test' } },
} as never;

const sums = { totalEarnedTokens: 300, previousPaidOutTokens: 100, remainingUnpaidTokens: 128.46 };
const ownSums = { ...sums, pendingTokens: 40, nextReleaseAt: '2026-03-24T09:00:00.000Z', restsUntil: null };

const refuse =
  (status: number, error?: string, message = 'No.') =>
  () => {
    throw new ApiError(status, { statusCode: status, message, ...(error && { error }) });
  };

interface Shown {
  answers?: Answers;
  rows?: Payout[];
  extensions?: readonly string[];
  user?: object;
}

async function show(ui: React.ReactElement, { answers = {}, rows = [], extensions, user = creator }: Shown = {}) {
  const isOurs = extensions === undefined;
  const given = storeForTest({
    features: [payoutFeature, reauthFeature],
    user,
    ...(extensions && { extensions }),
    answers: {
      calculatePayout: ({ body }) => ({
        ...(isOurs ? ownSums : sums),
        ...(body?.['requestTokens'] !== undefined && {
          feeTokens: 1.5,
          netTokens: Number(body['requestTokens']) - 1.5,
          arrivesAt: '2026-03-09T10:00:00.000Z',
        }),
      }),
      checkPendingPayout: () => ({ hasPending: rows.some(({ status }) => status === 'pending'), pending: false }),
      searchPayoutRequests: () => ({ data: rows, total: rows.length }),
      getMe: () => ({}),
      ...answers,
    },
  });
  if (isOurs) given.store.dispatch(ownSettings({ minimumPayoutAmount: 50 }));
  given.store.dispatch(overviewRequested());
  const page = renderWithStore(ui, { given });
  await act(settle);
  return page;
}

async function press(name: string | RegExp, root: Pick<typeof screen, 'getByRole'> = screen) {
  fireEvent.click(root.getByRole('button', { name }));
  await act(settle);
}

const sent = ({ calls }: Awaited<ReturnType<typeof show>>, name: string) => calls.filter((call) => call.name === name);

describe('texts for payouts', () => {
  it.each([
    [{ status: 'pending' }, 'In review'],
    [{ status: 'done' }, 'Paid'],
    [{ status: 'rejected' }, 'Rejected'],
    [{ status: 'rejected', reasonCode: 'withdrawn' }, 'Withdrawn'],
    [{ status: 'on_hold' }, 'On hold'],
  ])('show %j as %s', (row, text) => expect(getStatusWords(row as never).text).toBe(text));

  it.each([
    ['banking', '4417', 'Bank ending 4417'],
    ['paypal', 'a@b.test', 'PayPal, a@b.test'],
    ['payoneer', null, 'Payoneer'],
    ['issue_check_us', null, 'Check'],
    ['carrier_pigeon', null, 'Carrier pigeon'],
  ])('show %s %s as %s', (type, hint, text) => expect(describeAccount(type, hint)).toBe(text));

  it('include no net amount if there is no fee', () => {
    expect(getNet(own())).toBe(58.5);
    expect(getNet(family())).toBeNull();
  });

  it('list the accounts that are set up, or both types if the backend sends none', () => {
    expect(listAccounts(creator).map(({ hint }) => hint)).toEqual(['4417', 'noor@example.test']);
    expect(listAccounts({ isPerformer: true, bankingInformation: null } as never)).toEqual([]);
    expect(listAccounts({ isPerformer: true } as never)).toHaveLength(2);
    const masked = { isPerformer: true, bankingInformation: { bankAccount: '••••4417' } };
    expect(listAccounts(masked as never)).toEqual([{ type: 'banking', hint: '4417' }]);
  });
});

describe('the payout balance', () => {
  it('shows which amounts are available, pending and until when, earned, and paid', async () => {
    await show(
      <>
        <PayoutBalance />
        <PayoutTotals />
      </>,
    );
    const balances = within(screen.getByRole('region', { name: 'Balances' }));
    expect(balances.getByText('$128.46')).toBeVisible();
    expect(balances.getByText('$40.00')).toBeVisible();
    expect(balances.getByText(/Next release on/)).toHaveTextContent('24 March');
    expect(screen.getByText('$300.00')).toBeVisible();
    expect(screen.getByText('$100.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request payout' })).toHaveAttribute(
      'href',
      '/creator/payout-request/create',
    );
  });

  it('shows how much is missing to the minimum', async () => {
    await show(<PayoutBalance />, {
      answers: { calculatePayout: () => ({ ...ownSums, remainingUnpaidTokens: 38.2 }) },
    });
    expect(screen.getByText(/You need \$11\.80 more/)).toHaveTextContent('available on 24 March');
    expect(screen.getByRole('button', { name: 'Request payout' })).toBeDisabled();
  });

  it.each(['added', 'changed'] as const)(
    'shows until when payouts are paused: they %s an account',
    async (restReason) => {
      const rest = { restsUntil: '2026-03-03T09:14:00.000Z', restReason };
      await show(<PayoutBalance />, { answers: { calculatePayout: () => ({ ...ownSums, ...rest }) } });
      const notice = screen.getByRole('alert');
      expect(notice).toHaveTextContent('Payouts are paused until Tuesday 3 March 2026 at');
      expect(notice).toHaveTextContent(`You ${restReason} where your money goes. For your safety`);
      expect(screen.getByRole('button', { name: 'Request payout' })).toBeDisabled();
    },
  );

  it('links to the accounts page if no account is set up', async () => {
    await show(<PayoutBalance />, { user: { isPerformer: true, bankingInformation: null } });
    expect(screen.getByRole('link', { name: 'Set up payouts' })).toHaveAttribute('href', '/creator/banking');
  });

  it('links to the pending request', async () => {
    await show(<PayoutBalance />, { rows: [own()] });
    expect(screen.getByRole('link', { name: 'Change your request' })).toHaveAttribute(
      'href',
      `/creator/payout-request/update/${'a'.repeat(24)}`,
    );
  });

  it('omits values that a compatible backend does not send', async () => {
    await show(<PayoutBalance />, { extensions: [] });
    expect(screen.queryByText('Pending')).not.toBeInTheDocument();
    expect(screen.queryByText(/Next release/)).not.toBeInTheDocument();
  });

  it('shows an error if it does not load', async () => {
    await show(<PayoutBalance />, { answers: { calculatePayout: refuse(500) } });
    expect(screen.getByText('Your balance did not load')).toBeVisible();
  });
});

describe('a payout request', () => {
  const view = (payout: Payout, options?: Shown) =>
    show(<PayoutView payout={payout} onWithdraw={() => undefined} />, options);

  it('can be changed and withdrawn while it is pending, and shows the next steps', async () => {
    await view(own({ requestNote: 'For paper' }));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^RequestedMonday 2 March 2026.*\$60\.00$/),
      expect.stringMatching(/^Approved \(ahead\)fee −\$1\.50$/),
      expect.stringMatching(/^In your bank \(ahead\)by 9 March.*\$58\.50$/),
    ]);
    expect(screen.getByText('“For paper”')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change request' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  });

  it('after a rejection, shows the reason, where the money is, and the next step', async () => {
    await view(own({ status: 'rejected', reasonCode: 'rejected', adminNote: 'The name differs.' }));
    expect(screen.getByText('The name differs.')).toBeVisible();
    expect(screen.getByText('Back in your balance')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change payout details' })).toHaveAttribute('href', '/creator/banking');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });

  it('is not shown as failed if it was withdrawn', async () => {
    await view(own({ status: 'rejected', reasonCode: 'withdrawn' }));
    expect(screen.getByText('Withdrawn')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Change payout details' })).not.toBeInTheDocument();
  });

  it('after it was paid, shows the date, account and reference', async () => {
    await view(own({ status: 'done', paidAt: '2026-03-05T10:00:00.000Z', payoutId: 'OV-1' }));
    expect(screen.getByText('Sent to Bank ending 4417')).toBeVisible();
    expect(screen.getByText('Reference OV-1')).toBeVisible();
    expect(screen.getByText('$58.50')).toBeVisible();
  });

  it('wire 2.22: cannot be withdrawn on a compatible backend, which returns nothing', async () => {
    await view(family(), { extensions: [] });
    expect(screen.getByRole('link', { name: 'Change request' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
    expect(screen.queryByText(/fee|by /)).not.toBeInTheDocument();
  });

  it('can have an unknown type and status on a compatible backend', async () => {
    await view(family({ status: 'processing', paymentAccountType: 'wire' }), { extensions: [] });
    expect(screen.getByText('Processing')).toBeVisible();
    expect(screen.getByText('To Wire transfer')).toBeVisible();
  });

  it('is not shown as returned after a rejection on a compatible backend, which deducted nothing', async () => {
    await view(family({ status: 'rejected', adminNote: 'No.' }), { extensions: [] });
    expect(screen.queryByText('Back in your balance')).not.toBeInTheDocument();
  });

  it('is withdrawn once, and the balance is reloaded', async () => {
    const page = await show(<WithdrawSheet payout={own()} open onClose={() => undefined} />, {
      answers: { withdrawPayoutRequest: () => own({ status: 'rejected', reasonCode: 'withdrawn' }) },
    });
    expect(screen.getByText(/\$60\.00 returns to your available balance at once/)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Withdraw request' });
    fireEvent.click(button);
    fireEvent.click(button);
    await act(settle);
    expect(sent(page, 'withdrawPayoutRequest')).toMatchObject([{ idempotencyKey: expect.any(String) }]);
    expect(sent(page, 'calculatePayout')).toHaveLength(2);
  });

  it('shows that an operator has decided it in the meantime', async () => {
    await show(<WithdrawSheet payout={own()} open onClose={() => undefined} />, {
      answers: { withdrawPayoutRequest: refuse(403, 'PAYOUT_NOT_EDITABLE') },
    });
    await press('Withdraw request');
    expect(screen.getByRole('alert')).toHaveTextContent('can no longer be changed. See where it is');
  });
});

describe('the payout form', () => {
  const onDone = vi.fn();
  beforeEach(() => onDone.mockReset());
  const form = (options?: Shown & { payout?: Payout }) =>
    show(
      <PayoutForm {...(options?.payout && { payout: options.payout })} available={128.46} onDone={onDone} />,
      options,
    );
  const write = (text: string) => fireEvent.change(screen.getByLabelText('Amount'), { target: { value: text } });
  const review = () => press(/^Review/);
  const confirm = () => press(/^(Request|Change to) \$/, within(screen.getByRole('dialog')));

  it('shows the limits first, then errors of the amount', async () => {
    await form();
    expect(screen.getByText('$50.00 to $128.46.')).toBeVisible();
    for (const [text, problem] of [
      ['', 'Enter an amount.'],
      ['49.99', 'The smallest payout is $50.00.'],
      ['128.47', 'You have $128.46 available.'],
      ['-60', 'Enter an amount like 25.00.'],
    ] as const) {
      write(text);
      await review();
      expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(problem);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
  });

  it('clears an error once the amount is valid', async () => {
    await form();
    write('20');
    await review();
    expect(screen.getByText('The smallest payout is $50.00.')).toBeVisible();
    fireEvent.input(screen.getByLabelText('Amount'), { target: { value: '120' } });
    expect(screen.queryByText('The smallest payout is $50.00.')).not.toBeInTheDocument();
  });

  it('shows fee, net amount and arrival day while an amount is typed', async () => {
    vi.useFakeTimers();
    try {
      const page = renderWithStore(<PayoutForm available={128.46} onDone={onDone} />, {
        features: [payoutFeature],
        user: creator,
        answers: {
          calculatePayout: () => ({
            ...ownSums,
            feeTokens: 1.5,
            netTokens: 98.5,
            arrivesAt: '2026-03-09T10:00:00.000Z',
          }),
        },
      });
      write('10');
      write('100');
      await act(async () => {
        await vi.advanceTimersByTimeAsync(1000);
      });
      expect(sent(page, 'calculatePayout').map(({ input }) => input.body)).toEqual([{ requestTokens: 100 }]);
      expect(screen.getByText('−$1.50')).toBeVisible();
      expect(screen.getByText('$98.50')).toBeVisible();
      expect(screen.getByText(/Usually there by/)).toHaveTextContent('9 March');
    } finally {
      vi.useRealTimers();
    }
  });

  it('can request the whole balance with one press, and only once for two presses', async () => {
    let answer: (payout: object) => void = () => undefined;
    const page = await form({ answers: { createPayoutRequest: () => new Promise((resolve) => (answer = resolve)) } });
    await press('All of it');
    await review();
    fireEvent.click(screen.getByRole('radio', { name: /PayPal/ }));
    await confirm();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Requesting/ }));
    await act(async () => {
      answer(own());
      await settle();
    });
    expect(sent(page, 'createPayoutRequest')).toMatchObject([
      {
        input: {
          body: { source: 'performer', requestTokens: 128.46, paymentAccountType: 'paypal', requestNote: '' },
        },
        idempotencyKey: expect.any(String),
      },
    ]);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('sends the same key again if no response arrived', async () => {
    const page = await form({ answers: { createPayoutRequest: refuse(0) } });
    write('60');
    await review();
    await confirm();
    expect(screen.getByRole('alert')).toHaveTextContent('Your request may have arrived.');
    await confirm();
    const keys = sent(page, 'createPayoutRequest').map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(onDone).not.toHaveBeenCalled();
  });

  it.each([
    [
      422,
      'PAYOUT_PENDING',
      'You already have a payout under review. Change or withdraw that one',
      '/creator/payout-request',
    ],
    [422, 'PAYOUT_BELOW_MINIMUM', 'below the minimum payout of $50.00. Enter a higher amount.', null],
    [422, 'PAYOUT_OVER_BALANCE', 'more than you have available. Enter $128.46 or less.', null],
    [404, 'PAYOUT_ACCOUNT_MISSING', 'This account isn’t set up yet. Add your payout details', '/creator/banking'],
    [422, 'PAYOUT_RESTS', 'Payouts are paused for a day. No.', null],
  ])('shows the error %s %s above the button, with the next step', async (status, code, text, href) => {
    await form({ answers: { createPayoutRequest: refuse(status, code) } });
    write('60');
    await review();
    await confirm();
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(
      within(alert)
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(href ? [href] : []);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('waits until the identity is confirmed, and continues with the same key', async () => {
    let isFresh = false;
    const page = await form({
      answers: {
        getConfirmation: () => ({ ways: ['password'], email: 'n' }),
        createPayoutRequest: () => (isFresh ? own() : refuse(403, 'FRESH_LOGIN_REQUIRED')()),
      },
    });
    write('60');
    await review();
    await confirm();
    expect(page.store.getState().reauth.isOpen).toBe(true);
    isFresh = true;
    await act(async () => {
      page.store.dispatch(reauthSucceeded());
      await settle();
    });
    const keys = sent(page, 'createPayoutRequest').map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('stays unchanged if the identity is not confirmed', async () => {
    const page = await form({
      answers: { getConfirmation: () => ({ ways: [] }), createPayoutRequest: refuse(403, 'FRESH_LOGIN_REQUIRED') },
    });
    write('60');
    await review();
    await confirm();
    await act(async () => {
      page.store.dispatch(reauthDismissed());
      await settle();
    });
    expect(page.store.getState().payouts.change.status).toBe('idle');
    expect(screen.getByLabelText('Amount')).toHaveValue('60');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('can change a request, even one with an account that is not set up any more', async () => {
    const page = await form({
      payout: family({ paymentAccountType: 'wire', requestNote: 'Old' }),
      answers: { updatePayoutRequest: () => family() },
    });
    expect(screen.getByRole('radio', { name: 'Wire transfer' })).toBeChecked();
    write('70');
    await review();
    await confirm();
    expect(sent(page, 'updatePayoutRequest')).toMatchObject([
      { input: { body: { requestTokens: 70, paymentAccountType: 'wire', requestNote: 'Old' } } },
    ]);
  });

  it('wire 2.14: on a compatible backend, requests no fee, sends no key and shows its message', async () => {
    const page = await form({
      extensions: [],
      answers: { createPayoutRequest: refuse(404, undefined, 'Missing bank') },
    });
    write('60');
    await review();
    expect(screen.queryByText('Transfer fee')).not.toBeInTheDocument();
    await confirm();
    expect(sent(page, 'createPayoutRequest')).toMatchObject([{ idempotencyKey: undefined }]);
    expect(sent(page, 'calculatePayout').every(({ input }) => !input.body?.['requestTokens'])).toBe(true);
    expect(screen.getByRole('alert')).toHaveTextContent('Missing bank Check your payout details');
  });
});

describe('the list of payouts', () => {
  const table = async (rows: Payout[], query = {}, options: Shown = {}) => {
    const page = await show(<PayoutTable page={1} getHref={() => '/x'} allHref="/all" onWithdraw={() => undefined} />, {
      rows,
      ...options,
    });
    await act(async () => {
      page.store.dispatch(payouts.requested(query));
      await settle();
    });
    return page;
  };

  it('shows amount, fee, net, account, day and status, and opens the steps of a payout', async () => {
    setClock('2026-03-20T10:00:00Z');
    await table([
      own({ status: 'done', paidAt: '2026-03-05T10:00:00.000Z' }),
      own({ _id: 'c'.repeat(24), status: 'rejected' }),
    ]);
    const cells = screen.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells[1]!.slice(2, 4)).toEqual(['Bank ending 4417', '5 March']);
    expect(cells[1]!.slice(5)).toEqual(['−$1.50', '$58.50']);
    expect(cells[2]!.slice(5)).toEqual(['$0.00', '$0.00']);
    fireEvent.click(screen.getAllByRole('button', { name: /see its steps/ })[0]!);
    expect(within(screen.getByRole('dialog', { name: 'Payout of $60.00' })).getByText(/^Sent to/)).toBeVisible();
  });

  it('has no columns for fees if the backend sends none', async () => {
    await table([family()], {}, { extensions: [] });
    expect(screen.queryByRole('columnheader', { name: 'Fee' })).not.toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  });

  it('explains payouts if there are none, and offers a next step if no row matches', async () => {
    const page = await table([], {}, { user: { isPerformer: true, bankingInformation: null } });
    expect(screen.getByText(/becomes available .* after each sale/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add where your money goes' })).toHaveAttribute('href', '/creator/banking');
    await act(async () => {
      page.store.dispatch(payouts.requested({ status: 'done' }));
      await settle();
    });
    expect(screen.getByRole('link', { name: 'Show all payouts' })).toHaveAttribute('href', '/all');
  });

  it('reloads after a decision by an operator', async () => {
    const page = await table([own()]);
    const before = sent(page, 'searchPayoutRequests').length;
    await act(async () => {
      page.store.dispatch(payoutFeature.socket!['send_notification']!({ type: 'payout' } as never, '')!);
      await settle();
    });
    expect(sent(page, 'searchPayoutRequests').length).toBeGreaterThan(before);
  });
});
