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

it('keeps what was chosen while the list is loaded again after a save', async () => {
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
  const choose = (name: string) => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Closed to' }), { target: { value: name } });
    fireEvent.click(screen.getByTitle(name));
  };
  await dispatch(countryChoice.requested());
  choose('Antarctica');
  expect(screen.getByText('1 country selected')).toBeInTheDocument();
  closed = ['AQ'];
  choose('Norway');
  await dispatch(actDone());
  expect(screen.getByText('2 countries selected')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/^Closes the site to Norway\./)).toBeInTheDocument();
  closed = ['AQ', 'NO'];
  await dispatch(actDone());
  closed = ['AQ', 'NO', 'PT'];
  await dispatch(actDone());
  expect(screen.getByText('3 countries selected')).toBeInTheDocument();
});
