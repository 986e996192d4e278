import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axios, { AxiosError } from 'axios';
import { publicEnvElementId } from '@/config/env';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { ownSettings, renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkCard, formatExpiry, groupDigits } from './card-number';
import { checkoutFeature } from './checkout-feature';
import { CardForm } from './components/checkout-host';

const card = {
  _id: 'c00000000000000000000001',
  token: 'card_visa',
  brand: 'Visa',
  last4Digits: '4242',
  month: '08',
  year: '2029',
  isDefault: true,
};

function fill(fields: Record<string, string>): void {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

async function open(
  answers: Answers,
  settings: Parameters<typeof ownSettings>[0] = {},
  user = { verifiedEmail: true },
) {
  const page = renderWithStore(<CardForm />, { features: [checkoutFeature], answers, user });
  await act(async () => {
    page.store.dispatch(ownSettings(settings));
    await settle();
  });
  return page;
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

const good = {
  'Card number': '4242424242424242',
  Expires: '0899',
  'Security code': '123',
  'Name on the card': 'Ada Fenn',
};

beforeAll(() => {
  const env = document.createElement('script');
  env.type = 'application/json';
  env.id = publicEnvElementId;
  env.textContent = JSON.stringify({ cardTokenUrl: 'https://cards.example.test/token' });
  document.head.append(env);
});

describe('the card form', () => {
  it('keeps the focus while a card is typed', async () => {
    await open({});
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('4242424242424242{Tab}0899{Tab}123{Tab}Ada Fenn');
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(screen.getByLabelText('Expires')).toHaveValue('08/99');
    expect(screen.getByLabelText('Security code')).toHaveValue('123');
    expect(screen.getByLabelText('Name on the card')).toHaveValue('Ada Fenn');
  });

  it('shows an error beside each invalid field, without a request', async () => {
    const get = vi.spyOn(axios, 'get');
    await open({});
    fill({ ...good, 'Card number': '4242424242424241' });
    await press('Save card');
    expect(screen.getByLabelText('Card number')).toHaveAccessibleDescription(/a digit seems to be wrong/);
    fill({ ...good, 'Card number': '' });
    await press('Save card');
    expect(screen.getByLabelText('Card number')).toHaveAccessibleDescription('Enter the card number.');
    expect(get).not.toHaveBeenCalled();
  });

  it('sends the card number only to the tokenization service, not to the store or the API', async () => {
    const get = vi.spyOn(axios, 'get').mockResolvedValue({ data: { token: 'tok_visa', brand: 'Visa', last4: '4242' } });
    const { calls, store } = await open({ addCard: () => card });
    fill(good);
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    await press('Save card');
    expect(get).toHaveBeenCalledWith(
      'https://cards.example.test/token',
      expect.objectContaining({ params: { number: '4242424242424242', exp: '08/99', cvc: '123' } }),
    );
    expect(calls).toEqual([
      expect.objectContaining({
        name: 'addCard',
        input: {
          body: expect.objectContaining({
            token: 'tok_visa',
            last4Digits: '4242',
            month: '08',
            year: '2099',
          }) as object,
        },
      }),
    ]);
    expect(JSON.stringify([calls, store.getState()])).not.toContain('424242424242');
    expect(store.getState().checkout.cards.list).toEqual([card]);
  });

  it('shows the specification’s error if there is no token', async () => {
    vi.spyOn(axios, 'get').mockRejectedValue(new Error('402 …?number=4242'));
    await open({});
    fill(good);
    await press('Save card');
    expect(screen.getByText('Can not tokenize card')).toBeInTheDocument();
  });

  it('says that the card service is unreachable and nothing was charged', async () => {
    vi.spyOn(axios, 'get').mockRejectedValue(new AxiosError('Network Error', 'ERR_NETWORK'));
    await open({});
    fill(good);
    await press('Save card');
    expect(screen.getByText(/^We couldn’t reach the card service, so you were not charged\./)).toBeVisible();
  });

  it('requires a verified email first, sends the link, and waits before it can send another', async () => {
    const { calls } = await open(
      { checkCardEmail: () => ({ verifiedEmail: false, sent: true }) },
      { requireEmailVerification: true },
      { verifiedEmail: false },
    );
    await act(settle);
    expect(screen.getByText('Verify Your Email to Continue')).toBeInTheDocument();
    expect(calls.map(({ name }) => name)).toEqual(['checkCardEmail']);
    expect(screen.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  });

  it('continues after the link was opened, automatically or on a press, without another mail', async () => {
    let verifiedEmail = false;
    const { calls, store } = await open(
      {
        checkCardEmail: () => ({ verifiedEmail: false, sent: true }),
        getMe: () => ({ _id: 'f1', name: 'Ada', verifiedEmail }),
      },
      { requireEmailVerification: true },
      { verifiedEmail: false },
    );
    await act(settle);
    await press('I opened the link');
    expect(screen.getByRole('alert')).toHaveTextContent('Not verified yet.');
    expect(screen.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
    verifiedEmail = true;
    act(() => void store.dispatch(currentUserRequested()));
    await act(settle);
    expect(screen.getByLabelText('Card number')).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual(['checkCardEmail', 'getMe', 'getMe']);
  });
});

describe('text typed in the card form', () => {
  it.each([
    ['378282246310005', '3782 822463 10005'],
    ['4000 0000-0000 0002', '4000 0000 0000 0002'],
    ['42', '42'],
  ])('is grouped: %s becomes %s', (typed, grouped) => expect(groupDigits(typed)).toBe(grouped));

  it.each([
    ['0829', '08/29'],
    ['8/29', '08/29'],
    ['08/2029', '08/29'],
    ['9', '09'],
    ['1', '1'],
  ])('is formatted as an expiry date: %s becomes %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  it('is rejected as expired from the first day of the next month on', () => {
    const fields = { number: '4242424242424242', exp: '08/26', cvc: '123', name: 'Ada' };
    expect(checkCard(fields, new Date(2026, 7, 31))).toEqual({});
    expect(checkCard(fields, new Date(2026, 8, 1)).exp).toBe('This card has expired.');
  });

  it('needs four digits as the security code of an American Express card', () => {
    const fields = { number: '378282246310005', exp: '08/29', cvc: '123', name: 'Ada' };
    expect(checkCard(fields, new Date(2026, 0, 1)).cvc).toBe('Four digits on the front.');
  });
});
