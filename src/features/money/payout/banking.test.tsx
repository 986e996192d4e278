import { act, fireEvent, screen, within } from '@testing-library/react';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { referenceLoaded } from '@/features/site/reference/reference-slice';
import { ApiError } from '@/services/api-error';
import { reauthDismissed } from '@/store/with-reauth';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { bankingFeature } from './banking-feature';
import { AccountPanels } from './components/account-panels';
import { payoutFeature } from './payout-feature';

const iban = 'IE29 AIBK 9311 5212 3456 78';
const bank = {
  _id: 'b'.repeat(24),
  firstName: 'Noor',
  lastName: 'Adeyemi',
  bankName: 'Harbour Bank',
  bankAccount: iban,
  country: 'IE',
  SSN: '123-45',
  updatedAt: '2026-03-02T10:00:00.000Z',
};

interface Shown {
  user?: object;
  answers?: Answers;
  extensions?: readonly string[];
}

async function show({ user = {}, answers = {}, extensions }: Shown = {}) {
  const me = { _id: 'f'.repeat(24), isPerformer: true, bankingInformation: null, paypalSetting: null, ...user };
  const given = storeForTest({
    features: [payoutFeature, bankingFeature, reauthFeature, referenceFeature],
    user: me as never,
    ...(extensions && { extensions }),
    answers: {
      getMe: () => me,
      updateBankingSettings: () => bank,
      updatePaymentGatewaySettings: () => ({}),
      ...answers,
    },
  });
  const list = [
    { name: 'Canada', code: 'CA' },
    { name: 'Ireland', code: 'IE' },
    { name: 'United Kingdom', code: 'GB' },
    { name: 'United States', code: 'US' },
  ];
  given.store.dispatch(referenceLoaded({ name: 'countries', list } as never));
  const page = renderWithStore(<AccountPanels />, { given });
  await act(settle);
  return page;
}

const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
}
const sent = ({ calls }: Awaited<ReturnType<typeof show>>, name: string) => calls.filter((call) => call.name === name);

const getNumberLabel = (country: string) => (['CA', 'US'].includes(country) ? 'Account number' : 'IBAN');

function fillIn(number: string, country = 'IE') {
  write('First name', 'Noor');
  write('Last name', 'Adeyemi');
  write('Country of the bank', country);
  write('Bank', 'Harbour Bank');
  write(getNumberLabel(country), number);
}

describe('the bank account', () => {
  it('is saved as it was typed', async () => {
    const page = await show();
    fillIn(iban);
    write(/^BIC/, 'aibk ie2d'.replace(' ', ''));
    await press('Save bank details');
    expect(sent(page, 'updateBankingSettings')).toMatchObject([
      {
        input: {
          params: { id: 'f'.repeat(24) },
          body: {
            performerId: 'f'.repeat(24),
            firstName: 'Noor',
            bankAccount: iban,
            bankSwiftCode: 'AIBKIE2D',
            country: 'IE',
          },
        },
      },
    ]);
    expect(sent(page, 'getMe')).toHaveLength(1);
  });

  it.each([
    ['IE29 AIBK 9311 5212 3456 87', 'IE', 'This IBAN doesn’t add up'],
    ['GB82 WEST 1234 5698 7654 32', 'IE', 'This IBAN begins with GB. Correct it, or choose the country of its bank.'],
    ['GB82 WEST 1234 5698 7654 32', 'US', 'This IBAN begins with GB. Correct it, or choose the country of its bank.'],
    ['12345678', 'IE', 'Enter the IBAN, which begins with two letters such as IE.'],
    ['', 'IE', 'Fill this in.'],
    ['12', 'US', 'A US account number has 4 to 17 digits'],
    ['12ab', 'US', 'A US account number has 4 to 17 digits'],
    ['hello?', 'US', 'A US account number has 4 to 17 digits'],
    ['hello?', 'CA', 'An account number has 4 to 34 digits and letters'],
  ])('is not sent with the number %j in %s', async (number, country, words) => {
    const page = await show();
    fillIn(number, country);
    await press('Save bank details');
    const field = screen.getByLabelText(getNumberLabel(country));
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(sent(page, 'updateBankingSettings')).toHaveLength(0);
  });

  it.each(['', '123', '021000012'])('is not sent with the routing number %j in the United States', async (routing) => {
    const page = await show();
    fillIn('000123456789', 'US');
    write(/^Routing number/, routing);
    await press('Save bank details');
    expect(screen.getByLabelText(/^Routing number/)).toHaveAccessibleDescription(/Fill this in|doesn’t add up/);
    expect(sent(page, 'updateBankingSettings')).toHaveLength(0);
  });

  it.each([
    ['12345678', 'GB'],
    ['000123456789', 'US'],
  ])('is sent with the number %s in %s, where banks use account numbers', async (number, country) => {
    const page = await show();
    fillIn(number, country);
    if (country === 'US') write(/^Routing number/, '021000021');
    await press('Save bank details');
    expect(sent(page, 'updateBankingSettings')).toHaveLength(1);
  });

  it('is sent with an IBAN of another country to compatible backends, which accept it', async () => {
    const page = await show({ extensions: [] });
    fillIn('GB82 WEST 1234 5698 7654 32');
    await press('Save bank details');
    expect(sent(page, 'updateBankingSettings')).toHaveLength(1);
  });

  it('shows only the last four characters of its number, even in its form', async () => {
    const { container } = await show({ user: { bankingInformation: bank } });
    expect(screen.getByText('Bank ending 5678')).toBeVisible();
    await press('Change Bank account');
    expect(screen.getByLabelText('IBAN')).toHaveValue('');
    expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription(/Now ending 5678\. Leave empty to keep it\./);
    expect(container.innerHTML).not.toContain('9311');
  });

  it('keeps its number and the fields that the form lacks if only the name changes', async () => {
    const page = await show({ user: { bankingInformation: bank } });
    await press('Change Bank account');
    write('Last name', 'Quill');
    await press('Save bank details');
    expect(sent(page, 'updateBankingSettings')[0]?.input.body).toMatchObject({
      lastName: 'Quill',
      bankAccount: iban,
      SSN: '123-45',
    });
    expect(screen.getByText('Bank ending 5678')).toBeVisible();
  });

  it('keeps its number, sent masked, if no other is typed', async () => {
    const page = await show({ user: { bankingInformation: { ...bank, bankAccount: '••••5678' } } });
    await press('Change Bank account');
    expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription('Now ending 5678. Leave empty to keep it.');
    write('Last name', 'Quill');
    await press('Save bank details');
    const [call] = sent(page, 'updateBankingSettings');
    expect(call?.input.body).toMatchObject({ lastName: 'Quill', bankAccount: '••••5678' });
  });

  it('is never sent with a number that a compatible backend has masked', async () => {
    const masked = { ...bank, bankAccount: '****5678', SSN: '***45' };
    const page = await show({ user: { bankingInformation: masked }, extensions: [] });
    await press('Change Bank account');
    expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription(/Enter the whole number to save\./);
    await press('Save bank details');
    expect(sent(page, 'updateBankingSettings')).toHaveLength(0);
    write('IBAN', iban);
    await press('Save bank details');
    expect(sent(page, 'updateBankingSettings')[0]?.input.body).not.toHaveProperty('SSN');
  });

  it('has a text that saving pauses payouts, if it does', async () => {
    const { unmount } = await show();
    expect(screen.getAllByText(/payouts pause for 24 hours/)).toHaveLength(2);
    unmount();
    await show({ extensions: [] });
    expect(screen.queryByText(/payouts pause/)).not.toBeInTheDocument();
  });

  it('waits until the identity is confirmed, and keeps the typed text if that is canceled', async () => {
    const page = await show({
      answers: {
        getConfirmation: () => ({ ways: ['password'], email: 'n' }),
        updateBankingSettings: () => {
          throw new ApiError(403, { statusCode: 403, error: 'FRESH_LOGIN_REQUIRED', message: 'Prove it.' });
        },
      },
    });
    fillIn(iban);
    await press('Save bank details');
    expect(page.store.getState().reauth.isOpen).toBe(true);
    await act(async () => {
      page.store.dispatch(reauthDismissed());
      await settle();
    });
    expect(screen.getByLabelText('IBAN')).toHaveValue(iban);
    expect(screen.getByRole('button', { name: 'Save bank details' })).not.toHaveAttribute('aria-busy');
  });

  it('has the server’s error above the button', async () => {
    await show({
      answers: {
        updateBankingSettings: () => {
          throw new ApiError(422, { statusCode: 422, message: 'Banks of this country are not supported.' });
        },
      },
    });
    fillIn(iban);
    await press('Save bank details');
    expect(screen.getByRole('alert')).toHaveTextContent('Banks of this country are not supported.');
  });
});

describe('the PayPal account', () => {
  it('is saved, and then shown with its email', async () => {
    const page = await show();
    write('PayPal email', 'noor@example.test');
    await press('Save PayPal');
    expect(sent(page, 'updatePaymentGatewaySettings')).toMatchObject([
      { input: { body: { key: 'paypal', value: { email: 'noor@example.test' }, status: 'active' } } },
    ]);
    page.unmount();
    await show({ user: { paypalSetting: { status: 'active', value: { email: 'noor@example.test' } } } });
    const panel = screen.getByRole('button', { name: 'Change PayPal' }).closest('section')!;
    expect(within(panel).getByText('noor@example.test')).toBeVisible();
  });
});
