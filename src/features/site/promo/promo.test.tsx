import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { dismissedPromoStore } from '@/services/storage';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { PromoBanner } from './components/promo-banner';

const promo = (overrides: object = {}) => ({
  _id: 'f00000000000000000000001',
  title: 'Spring sale',
  description: '20 % off until Sunday',
  link: '/page/sale',
  status: 'active',
  position: 'top',
  photo: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  ...overrides,
});

async function show(rows: object[], answers: Answers = {}) {
  const given = storeForTest({ answers: { listBanners: () => ({ data: rows, total: rows.length }), ...answers } });
  const shown = renderWithStore(<PromoBanner />, { given });
  await act(settle);
  return { ...shown, given };
}

const banner = () => screen.queryByRole('region', { name: 'Announcement' });
afterEach(() => dismissedPromoStore.remove());

describe('a promo', () => {
  it('shows its text and link', async () => {
    await show([promo()]);
    expect(banner()).toHaveTextContent('Spring sale20 % off until Sunday');
    expect(screen.getByRole('link', { name: 'Spring sale' })).toHaveAttribute('href', '/page/sale');
  });

  it('stays dismissed on this device, and is replaced by the next one', async () => {
    const rows = [promo(), promo({ _id: 'f00000000000000000000002', title: 'New in the shop' })];
    const { unmount } = await show(rows);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss announcement' }));
    expect(banner()).toHaveTextContent('New in the shop');
    unmount();
    await show(rows);
    expect(banner()).toHaveTextContent('New in the shop');
  });

  it('is shown again after it was changed', async () => {
    dismissedPromoStore.write([`${promo()._id}@${promo().updatedAt}`]);
    await show([promo({ updatedAt: '2026-11-21T08:00:00.000Z' })]);
    expect(banner()).toBeInTheDocument();
  });

  it.each(['javascript:alert(1)', '//elsewhere.test', 'data:text/html,hi', null, ''])(
    'has no link if its address is %j',
    async (link) => {
      await show([promo({ link })]);
      expect(banner()).toHaveTextContent('Spring sale');
      expect(screen.queryByRole('link')).not.toBeInTheDocument();
    },
  );

  it('shows an HTML description as text', async () => {
    await show([promo({ description: '<p>Until <b>Sunday</b></p><img src=x onerror=alert(1)>' })]);
    expect(banner()).toHaveTextContent('Until Sunday');
    expect(banner()!.querySelector('img')).toBeNull();
  });

  it('is absent if the backend has none, or lacks the call', async () => {
    const { unmount } = await show([]);
    expect(banner()).not.toBeInTheDocument();
    unmount();
    await show([], {
      listBanners: () => {
        throw new ApiError(404, { message: 'Cannot GET /site-promo/search' });
      },
    });
    expect(banner()).not.toBeInTheDocument();
  });
});
