import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import { settingFeature, settingsList, type Setting } from '@/features/operations/setting/setting-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { SettingsScreen } from './settings-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const rows = [
  { key: 'commission', value: 0.2, defaultValue: 0.2, bounds: { min: 0, max: 1 } },
  { key: 'payoutFee', value: 1.5, defaultValue: 0, bounds: {} },
] as unknown as Setting[];

async function show() {
  const rendered = renderWithStore(<SettingsScreen />, {
    features: [actFeature, settingFeature],
    user: { roles: ['user', 'admin', 'owner'] },
    answers: { listSettings: () => rows },
  });
  const load = () =>
    act(async () => {
      rendered.store.dispatch(settingsList.requested());
      await settle();
    });
  await load();
  return { ...rendered, load };
}

it('finds settings as one types', async () => {
  await show();
  expect(screen.queryByText('Commission')).not.toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Search settings'), { target: { value: 'commission' } });
  expect(screen.getByText('Commission')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Search settings'), { target: { value: 'no such words' } });
  expect(screen.getByText('No setting has these words.')).toBeInTheDocument();
});

it('keeps what is typed while the URL changes to the text that was searched before it', async () => {
  const { router, load } = await show();
  const field = screen.getByLabelText('Search settings');
  const openUrl = (q: string) => {
    Object.assign(router, { query: { q } });
    return load();
  };
  fireEvent.change(field, { target: { value: 'comm' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.replace.mock.lastCall?.[0]).toBe('/admin/settings?q=comm');
  fireEvent.change(field, { target: { value: 'commission' } });
  await openUrl('comm');
  expect(field).toHaveValue('commission');
  await openUrl('fee');
  expect(field).toHaveValue('fee');
});
