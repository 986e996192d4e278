import { act, screen, within } from '@testing-library/react';
import { Sheet } from '@/components/layout/sheet';
import { networkChanged } from '@/features/site/ui/ui-slice';
import { renderWithStore } from '../../tests/harness/render-with-store';
import { TopNotices } from './top-notices';

it('the notice of a lost connection is shown in an open sheet too', () => {
  const { store } = renderWithStore(
    <>
      <TopNotices />
      <Sheet open title="New message" onClose={() => undefined}>
        <p>Words</p>
      </Sheet>
    </>,
    { user: {} },
  );
  const sheet = within(screen.getByRole('dialog'));
  expect(sheet.queryByText(/You’re offline/)).not.toBeInTheDocument();
  act(() => void store.dispatch(networkChanged({ isOffline: true })));
  expect(sheet.getByText(/You’re offline/)).toBeVisible();
  // The notice is visible in both places but announced only once.
  expect(screen.getAllByText(/You’re offline/)).toHaveLength(2);
  const said = screen.getAllByRole('status', { hidden: true }).filter((one) => /You’re offline/.test(one.textContent));
  expect(said).toHaveLength(1);
  expect(screen.getByRole('dialog')).toContainElement(said[0]!);
});
