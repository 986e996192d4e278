import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actDone } from '@/features/operations/act/act-slice';
import { actFeature } from '@/features/operations/act/act-feature';
import { countryChoice, settingFeature } from '@/features/operations/setting/setting-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { CountriesScreen } from './countries-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const countries = [
  { code: 'AQ', name: 'Antarctica' },
  { code: 'NO', name: 'Norway' },
  { code: 'PT', name: 'Portugal' },
];

async function open() {
  let closed: string[] = [];
  const { store } = renderWithStore(<CountriesScreen />, {
    features: [actFeature, settingFeature],
    user: { roles: ['user', 'admin', 'owner'] },
    answers: {
      listBlockedCountries: () => closed.map((countryCode) => ({ countryCode })),
      listCountries: () => countries,
      listSettings: () => [],
    },
  });
  const dispatch = (action: Parameters<typeof store.dispatch>[0]) =>
    act(async () => {
      store.dispatch(action);
      await settle();
    });
  await dispatch(countryChoice.requested());
  return {
    dispatch,
    close: (codes: string[]) => void (closed = codes),
    choose(name: string) {
      const field = screen.getByRole('combobox', { name: 'Closed to' });
      fireEvent.change(field, { target: { value: name } });
      // A chosen one has its name as a title twice: in the list and in the field.
      fireEvent.click(screen.getAllByTitle(name).at(-1)!);
    },
  };
}

it('keeps what was chosen while the list is loaded again after a save', async () => {
  const { dispatch, choose, close } = await open();
  choose('Antarctica');
  expect(screen.getByText('1 country selected')).toBeInTheDocument();
  close(['AQ']);
  choose('Norway');
  await dispatch(actDone());
  expect(screen.getByText('2 countries selected')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/^Closes the site to Norway\./)).toBeInTheDocument();
  close(['AQ', 'NO']);
  await dispatch(actDone());
  close(['AQ', 'NO', 'PT']);
  await dispatch(actDone());
  expect(screen.getByText('3 countries selected')).toBeInTheDocument();
});

it('opens a country that was just closed, even before the list shows it', async () => {
  const { dispatch, choose, close } = await open();
  choose('Antarctica');
  // The list still has no closed country.
  choose('Antarctica');
  close(['AQ']);
  await dispatch(actDone());
  expect(screen.getByText('0 countries selected')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/^Opens it to Antarctica\./)).toBeInTheDocument();
});
