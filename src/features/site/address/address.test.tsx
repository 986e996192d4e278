import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { addressFeature, addressesRequested } from './address-feature';
import { AddressBook } from './components/address-book';

const countries = [
  { name: 'Ireland', code: 'IE' },
  { name: 'United States', code: 'US' },
];
const home = {
  _id: 'a1',
  source: 'user',
  sourceId: 'f1',
  name: 'Ada Fenn',
  country: 'Ireland',
  countryCode: 'IE',
  state: '',
  city: 'Galway',
  streetNumber: '',
  streetAddress: '4 Quay Lane',
  zipCode: 'H91 E2K3',
  isDefault: true,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
};
const forms = {
  IE: {
    country: 'IE',
    name: 'Ireland',
    fields: [
      { name: 'streetAddress', label: 'Street address', isRequired: true },
      { name: 'city', label: 'City', isRequired: true },
      { name: 'zipCode', label: 'Eircode', isRequired: false },
    ],
  },
  US: {
    country: 'US',
    name: 'United States',
    fields: [
      { name: 'streetAddress', label: 'Street address', isRequired: true },
      { name: 'city', label: 'City', isRequired: true },
      { name: 'state', label: 'State', isRequired: true, options: ['Maine', 'Ohio'] },
      { name: 'zipCode', label: 'ZIP code', isRequired: true, examples: ['95014'] },
    ],
  },
};

async function show(answers: Answers = {}) {
  const given = storeForTest({
    features: [addressFeature],
    user: {},
    answers: {
      listAddresses: () => ({ data: [home], total: 1 }),
      getAddressForm: ({ params }) => forms[params?.['country'] as keyof typeof forms],
      validateTaxAddress: ({ body }) => ({ valid: true, address: body, messages: [] }),
      ...answers,
    },
  });
  given.store.dispatch(addressesRequested());
  renderWithStore(<AddressBook countries={countries} />, { given });
  await act(settle);
  return given;
}

const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};
const sent = (calls: Awaited<ReturnType<typeof show>>['calls'], name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input);

describe('addresses', () => {
  it.each([
    ['come with a text about their purpose if products are shipped', [], 1],
    ['come without that text if no order is possible', ['defaultAddress'], 0],
  ])('%s', async (_what, extensions, times) => {
    const given = storeForTest({
      features: [addressFeature],
      user: {},
      extensions,
      answers: { listAddresses: () => ({ data: [], total: 0 }) },
    });
    given.store.dispatch(addressesRequested());
    renderWithStore(<AddressBook countries={countries} />, { given });
    await act(settle);
    expect(screen.getByText('No addresses yet')).toBeVisible();
    expect(screen.queryAllByText(/Things you buy are shipped/)).toHaveLength(times);
  });

  it('have the fields of their country, with a list of values if the postal service has one', async () => {
    const { calls } = await show({ createAddress: () => home });
    await press('Add an address');
    const sheet = within(screen.getByRole('dialog'));
    await userEvent.type(sheet.getByLabelText('Full name'), 'Ada Fenn');
    await userEvent.selectOptions(sheet.getByLabelText('Country'), 'Ireland');
    await act(settle);
    expect(sheet.getByLabelText('Eircode optional')).toBeVisible();
    expect(sheet.queryByLabelText('State')).not.toBeInTheDocument();
    await userEvent.selectOptions(sheet.getByLabelText('Country'), 'United States');
    await act(settle);
    await userEvent.type(sheet.getByLabelText('Street address'), '12 Mill Road');
    await userEvent.type(sheet.getByLabelText('City'), 'Bath');
    await userEvent.selectOptions(sheet.getByLabelText('State'), 'Maine');
    await userEvent.type(sheet.getByLabelText('ZIP code'), '04530');
    await press('Save address');
    expect(sent(calls, 'createAddress')).toEqual([
      {
        body: {
          name: 'Ada Fenn',
          country: 'United States',
          streetAddress: '12 Mill Road',
          city: 'Bath',
          state: 'Maine',
          zipCode: '04530',
          isDefault: false,
        },
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent(calls, 'listAddresses')).toHaveLength(2);
  });

  it('that are rejected stay in the form, with the reason beside the field', async () => {
    await show({
      updateAddress: () => {
        throw new ApiError(400, { message: ['zipCode: does not fit Ireland'] });
      },
    });
    await press(/^More for Ada Fenn/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change' }));
    await act(settle);
    await press('Save address');
    const field = screen.getByLabelText('Eircode optional');
    expect(field).toHaveValue('H91 E2K3');
    expect(field).toHaveAccessibleDescription('Does not fit Ireland');
  });

  it('are saved one at a time: until the response, the form stays and no row can be changed', async () => {
    const work = { ...home, _id: 'a2', name: 'Ada at work', isDefault: false };
    let end: ((reply: object) => void) | undefined;
    await show({
      listAddresses: () => ({ data: [home, work], total: 2 }),
      updateAddress: () => new Promise((resolve) => (end = resolve)),
    });
    await press(/^More for Ada at work/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Make default' }));
    expect(screen.getByRole('button', { name: 'Add an address' })).toBeDisabled();
    await press(/^More for Ada Fenn/);
    expect(screen.getByRole('menuitem', { name: 'Change' })).toBeDisabled();
    end?.(work);
    await act(settle);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change' }));
    await act(settle);
    await press('Save address');
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Edit address' })).toBeVisible();
    end?.(home);
    await act(settle);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('keep changes made elsewhere when they become the default', async () => {
    let stored = { ...home, isDefault: false };
    const { calls } = await show({
      listAddresses: () => ({ data: [stored], total: 1 }),
      updateAddress: () => true,
    });
    stored = { ...stored, streetAddress: '9 Mill Road' };
    await press(/^More for Ada Fenn/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Make default' }));
    await act(settle);
    expect(sent(calls, 'updateAddress')).toEqual([{ params: { id: 'a1' }, body: { ...stored, isDefault: true } }]);
  });

  it('are deleted after a confirmation, and return if that fails', async () => {
    const { calls } = await show({
      deleteAddress: () => {
        throw new ApiError(0, undefined);
      },
    });
    await press(/^More for Ada Fenn/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await press('Keep it');
    expect(sent(calls, 'deleteAddress')).toEqual([]);
    await press(/^More for Ada Fenn/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(screen.getByRole('dialog', { name: 'Delete this address?' })).toHaveTextContent('4 Quay Lane');
    await press('Delete address');
    expect(sent(calls, 'deleteAddress')).toEqual([{ params: { id: 'a1' } }]);
    expect(screen.getByText('4 Quay Lane')).toBeVisible();
  });

  it('have the usual fields on a backend without rules, and an empty list leads to the form', async () => {
    await show({
      listAddresses: () => ({ data: [], total: 0 }),
      getAddressForm: () => {
        throw new ApiError(404, { message: 'Cannot GET /addresses/form/IE' });
      },
    });
    await press('Add an address');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Ireland');
    await act(settle);
    expect(screen.getByLabelText('Postal code')).toBeVisible();
  });

  it('wire 3.23: require all fields and send the country’s name on a backend without country forms', async () => {
    const { calls } = await show({
      listAddresses: () => ({ data: [], total: 0 }),
      createAddress: () => home,
      getAddressForm: () => {
        throw new ApiError(404, { message: 'Cannot GET /addresses/forms/IE' });
      },
    });
    await press('Add an address');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Ireland');
    await act(settle);
    const typed = {
      'Full name': 'Ada',
      'House number': '4',
      Street: 'Quay Lane',
      'Ward or neighborhood': 'Claddagh',
      'District or county': 'Galway',
      City: 'Galway',
      'State or region': 'Connacht',
      'Postal code': 'H91',
    };
    for (const [label, text] of Object.entries(typed)) await userEvent.type(screen.getByLabelText(label), text);
    await press('Save address');
    expect(sent(calls, 'createAddress')).toMatchObject([
      {
        body: {
          country: 'Ireland',
          streetNumber: '4',
          streetAddress: 'Quay Lane',
          ward: 'Claddagh',
          district: 'Galway',
          city: 'Galway',
          state: 'Connacht',
          zipCode: 'H91',
        },
      },
    ]);
  });

  it('wire 3.23: are read with the name or the code of their country', async () => {
    const family = { ...home, countryCode: undefined, ward: 'Claddagh', district: 'West', streetNumber: '4' };
    await show({ listAddresses: () => ({ data: [{ ...family, country: 'IE' }], total: 1 }) });
    expect(screen.getByText('Ireland')).toBeVisible();
    expect(screen.getByText('Claddagh')).toBeVisible();
    await press(/^More for Ada Fenn/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change' }));
    await act(settle);
    expect(screen.getByLabelText('Country')).toHaveValue('IE');
  });
});

describe('the check of an address', () => {
  const openHome = async (answers: Answers) => {
    const given = await show(answers);
    await press('More for Ada Fenn, Galway');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change' }));
    await act(settle);
    return given;
  };
  it('suggests the usual spelling, and applies it', async () => {
    const { calls } = await openHome({
      validateTaxAddress: ({ body }) => ({ valid: true, address: { ...body, postalCode: 'H91 E2K4' }, messages: [] }),
      updateAddress: () => true,
    });
    expect(await screen.findByText(/Did you mean 4 Quay Lane, Galway, H91 E2K4/)).toBeVisible();
    expect(sent(calls, 'validateTaxAddress').at(-1)?.body).toEqual({
      line1: '4 Quay Lane',
      city: 'Galway',
      region: '',
      postalCode: 'H91 E2K3',
      country: 'IE',
    });
    await press('Use this address');
    expect(screen.getByLabelText('Eircode optional')).toHaveValue('H91 E2K4');
    expect(screen.queryByText(/Did you mean/)).not.toBeInTheDocument();
    await press('Save address');
    expect(sent(calls, 'updateAddress')[0]?.body).toMatchObject({ zipCode: 'H91 E2K4', streetAddress: '4 Quay Lane' });
  });

  it('shows problems, but saving is still possible', async () => {
    const { calls } = await openHome({
      validateTaxAddress: ({ body }) => ({ valid: false, address: body, messages: ['Eircode doesn’t look right.'] }),
      updateAddress: () => true,
    });
    expect(await screen.findByText(/Eircode doesn’t look right\. You can still save this address\./)).toBeVisible();
    await press('Save address');
    expect(sent(calls, 'updateAddress')).toHaveLength(1);
  });

  it('shows nothing if it fails, or if the backend has none', async () => {
    const { calls, store } = await openHome({
      validateTaxAddress: () => {
        throw new ApiError(404, { message: 'Cannot POST /tax/validate-address' });
      },
    });
    await waitFor(() => expect(store.getState().ui.unknownCalls).toContain('validateTaxAddress'));
    await userEvent.type(screen.getByLabelText('City'), 'x');
    await act(settle);
    expect(sent(calls, 'validateTaxAddress')).toHaveLength(1);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('an address that another tab saved since it was opened', () => {
  async function saveStale(there: object) {
    let stored = { ...home, revision: 1 };
    const given = await show({
      listAddresses: () => ({ data: [stored], total: 1 }),
      updateAddress: ({ body }, options) => {
        if (options?.revision !== stored.revision)
          throw new ApiError(409, { error: 'CHANGED_ELSEWHERE', message: 'No' });
        stored = { ...stored, ...body, revision: stored.revision + 1 };
        return true;
      },
    });
    await press(/^More for Ada Fenn/);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change' }));
    await act(settle);
    const city = screen.getByLabelText('City');
    await userEvent.clear(city);
    await userEvent.type(city, 'Cork');
    stored = { ...stored, ...there, revision: 2 };
    await press('Save address');
    return { ...given, read: () => stored };
  }

  it('is shown with both values, and the typed one is stored only on request', async () => {
    const { read } = await saveStale({ city: 'Dublin' });
    expect(read().city).toBe('Dublin');
    expect(screen.getByText('City: “Dublin” there, “Cork” here')).toBeVisible();
    await press('Keep mine');
    expect(read().city).toBe('Cork');
  });

  it('can be taken over with the stored fields', async () => {
    const { read } = await saveStale({ city: 'Dublin' });
    await press('Take theirs');
    expect(screen.getByLabelText('City')).toHaveValue('Dublin');
    expect(read().city).toBe('Dublin');
  });

  it('keeps the changes of both tabs if they are to different fields', async () => {
    const { read } = await saveStale({ name: 'Ada Fenn-Moran' });
    expect(read()).toMatchObject({ city: 'Cork', name: 'Ada Fenn-Moran' });
  });
});
