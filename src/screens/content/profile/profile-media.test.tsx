import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { feedItem, wireFeed, wireFile, wireLockedFile, wirePerformer } from '../../../../tests/factories/wire';
import { fakeView } from '../../../../tests/harness/fake-intersection-observer';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { itemFeatures } from '../item-page';
import { readItem, type Item } from '@/features/content/item/item-view';
import { listTiles } from './media-tiles';
import { ProfileMedia } from './profile-media';

const mira = wirePerformer();
const open = { performer: mira, isSale: true, price: 0, isSubscribed: false, isBought: false };
const onDay = (day: number) => ({ publishedAt: `2026-11-${day}T10:00:00.000Z` });
const photos = ['Poppies', ''].map((alt) => wireFile({ alt }));
const openPost = wireFeed({ ...open, ...onDay(20), type: 'photo', title: 'Field', files: photos, fileCount: 2 });
const soldPost = wireFeed({
  ...open,
  ...onDay(18),
  type: 'photo',
  title: 'Stages',
  price: 6,
  access: 'locked-sale',
  files: [wireLockedFile(), wireLockedFile()],
  fileCount: 2,
});
const film = wireFeed({
  ...open,
  ...onDay(19),
  type: 'video',
  title: 'Evening',
  isSale: false,
  access: 'locked-subscription',
  files: [wireLockedFile({ type: 'feed-video', mimeType: 'video/mp4', duration: 84 })],
});
const none = () => ({ data: [], total: 0 });
const unknown = () => {
  throw new ApiError(404, { message: 'Cannot GET /performer-assets/galleries/search' });
};

async function show(answers: Answers = {}) {
  const given = storeForTest({
    features: [...itemFeatures],
    answers: {
      listFeeds: ({ query }) =>
        query?.['type'] === 'photo' ? { data: [openPost, soldPost], total: 2 } : { data: [film], total: 1 },
      searchVideos: none,
      searchGalleries: none,
      ...answers,
    },
  });
  const shown = renderWithStore(<ProfileMedia performer={mira as Performer} />, { given });
  await act(settle);
  return { ...shown, given };
}

fakeView();

const names = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((tile) => tile.textContent);

describe('ProfileMedia', () => {
  it('lists media from newest to oldest: unlocked photos, and locked items with their price or audience', async () => {
    await show();
    expect(names()).toEqual([
      'Open photo: ',
      'Open photo from Field',
      'Locked post: EveningSubscribers1:24',
      'Locked post: Stages$6.002 photos',
    ]);
    expect(screen.getByRole('link', { name: /Stages/ })).toHaveAttribute('href', `/post/${soldPost.slug}`);
  });

  it('contains no URL of a locked file, only the blurred image', async () => {
    const { container } = await show();
    const locked = screen.getByRole('link', { name: /Stages/ });
    expect(locked.querySelector('img')).toHaveAttribute('src', 'https://media.test/blurred');
    for (const { _id } of [...soldPost.files, ...film.files]) expect(container.innerHTML).not.toContain(_id);
  });

  it('opens photos in the viewer, and focuses the photo shown last when it closes', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Open photo: Poppies' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(document.querySelector('.yarl__slide_current img')).toHaveAttribute('alt', 'Photo 2 of 2'),
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: /Open photo from Field/ })).toHaveFocus());
  });

  it('shows one tile per gallery, with its number of photos if known', () => {
    const gallery = { ...feedItem(openPost), kind: 'gallery', type: '', fileCount: 12, slug: 'a-year' };
    const { files: _files, fileCount: _count, ...uncounted } = gallery;
    const tiles = [gallery, { ...uncounted, files: [] }].map((row) => listTiles(readItem(row as never) as Item));
    expect(tiles.map(({ length }) => length)).toEqual([1, 1]);
    expect(tiles.flat()).toMatchObject([
      { kind: 'item', label: '12 photos', isFilm: false, href: '/gallery/a-year' },
      { kind: 'item', label: 'Gallery' },
    ]);
  });

  it('omits kinds that the backend does not support', async () => {
    await show({ searchVideos: unknown, searchGalleries: unknown });
    expect(names()).toHaveLength(4);
  });

  it('shows an empty state', async () => {
    await show({ listFeeds: none });
    expect(screen.getByText('No photos or videos yet')).toBeVisible();
  });

  it('loads again after a failure', async () => {
    let isBroken = true;
    await show({
      searchVideos: () => {
        if (isBroken) throw new ApiError(500, { message: 'Something went wrong.' });
        return { data: [], total: 0 };
      },
      listFeeds: none,
    });
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: /Try again|Retry/ }));
    await act(settle);
    expect(screen.getByText('No photos or videos yet')).toBeVisible();
  });
});
