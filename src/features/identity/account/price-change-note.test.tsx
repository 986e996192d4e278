import { act, screen } from '@testing-library/react';
import { ownSettings, renderWithStore } from '../../../../tests/harness/render-with-store';
import { PriceChangeNote } from './components/price-change-note';

const stored = { monthly: '8.00', yearly: '80.00' };

function show(typed: Partial<typeof stored>, days = 30) {
  vi.useFakeTimers({ now: new Date('2040-11-28T10:00:00Z') });
  const { store } = renderWithStore(<PriceChangeNote typed={{ ...stored, ...typed }} stored={stored} />, { user: {} });
  act(() => void store.dispatch(ownSettings({ priceChangeNoticeDays: days })));
}
afterEach(() => vi.useRealTimers());

describe('the note about a new price', () => {
  it('is general until a price is typed', () => {
    show({});
    expect(screen.getByText(/^New subscribers pay a new price right away/)).toBeVisible();
  });

  it('has the exact date for a higher price', async () => {
    show({ monthly: '12.00' });
    expect(
      await screen.findByText(/new subscribers pay \$12\.00 right away\. Current subscribers keep \$8\.00/),
    ).toHaveTextContent('for renewals before 28 December. We’ll email them when you save.');
  });

  it('is shown for a lower price, too', async () => {
    show({ yearly: '60' });
    expect(await screen.findByText(/Current subscribers pay \$60\.00 from their next renewal/)).toBeVisible();
    expect(screen.queryByText('Monthly price:')).toBeNull();
  });
});
