import type { EndpointData } from '@contract/schemas';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { wireFile, wirePerformer } from '../../../../tests/factories/wire';
import { itemFeature } from './item-feature';
import type { ItemQuery } from './item-kind';
import { itemKey } from './item-kinds';
import { itemLists } from './item-lists';
import { getOffer } from './item-offer';
import { downloadRequested, itemRequested, listOpened } from './item-slice';
import { selectItemAt, selectItemList } from './item-state';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { getContents, type GalleryItem } from './item-view';

type WireGallery = EndpointData<'getGallery'>;
type WirePhoto = EndpointData<'listPhotos'>['data'][number];

const performer = wirePerformer();
const common = {
  performerId: performer._id,
  performer,
  description: 'By the sea',
  status: 'active' as const,
  isSale: false,
  price: 0,
  isSubscribed: false,
  isBought: false,
  isBookMarked: false,
  isBookmarked: true,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  isLiked: false,
  stats: { views: 9, likes: 4, comments: 2, bookmarks: 1 },
};
const cover = wireFile({ type: 'performer-photo' });

const gallery = (more: Partial<WireGallery> = {}): WireGallery => ({
  ...common,
  _id: 'a'.repeat(24),
  slug: 'a-walk',
  title: 'A walk',
  coverPhotoId: 'c'.repeat(24),
  coverPhoto: cover,
  numOfItems: 2,
  access: 'open',
  ...more,
});

const photo = (index: number, more: Partial<WirePhoto> = {}): WirePhoto => ({
  ...common,
  _id: String(index).repeat(24),
  title: `Photo ${index}`,
  fileId: `f${index}`.repeat(12),
  photo: wireFile({ type: 'performer-photo', alt: '' }),
  processing: false,
  isGalleryCover: index === 0,
  ...more,
});

const query: ItemQuery = { kind: 'gallery', from: 'performer', performerId: performer._id };

async function open(answers: Answers) {
  const made = storeForTest({ features: [itemFeature], answers, user: {} });
  made.store.dispatch(itemRequested({ kind: 'gallery', address: 'a-walk' }));
  await settle();
  return { ...made, shown: () => selectItemAt('gallery', 'a-walk')(made.store.getState()) as GalleryItem };
}

describe('a gallery', () => {
  it('loads all its photos, in order and with descriptions', async () => {
    const { shown } = await open({
      getGallery: () => gallery(),
      listPhotos: () => ({ data: [photo(0), photo(1)], total: 2 }),
    });
    expect(shown()).toMatchObject({ title: 'A walk', text: 'By the sea', totalLike: 4, totalComment: 2, totalView: 9 });
    expect(shown().files.map(({ alt }) => alt)).toEqual(['Photo 0', 'Photo 1']);
    expect(shown().isBookmarked).toBe(true);
  });

  it('is not for sale while it is empty', async () => {
    const sold = { isSale: true, price: 5, access: 'locked-sale' as const };
    const offered = async (more: Partial<WireGallery>) => {
      const { shown, store } = await open({
        getGallery: () => gallery({ ...sold, ...more }),
        listPhotos: () => ({ data: [], total: 0 }),
      });
      const state = store.getState();
      return getOffer(shown(), selectCurrentUser(state), selectSettings(state));
    };
    expect(await offered({ coverPhoto: null, coverPhotoId: null, numOfItems: 0 })).toMatchObject({
      terms: 'There are no photos in it yet.',
      href: `/${performer.username}`,
    });
    expect((await offered({})).label).toBe('Unlock for $5.00');
  });

  it('loads all pages of its photos', async () => {
    const { calls, shown } = await open({
      getGallery: () => gallery({ numOfItems: 450 }),
      listPhotos: () => ({ data: [photo(0)], total: 450 }),
    });
    // A photo that moved to the next page between the requests appears only once.
    expect(shown().files).toHaveLength(1);
    const asked = calls.filter(({ name }) => name === 'listPhotos').map(({ input }) => input.query?.['offset']);
    expect(asked).toEqual([0, 200, 400]);
  });

  it('keeps its photos when a list row has only the cover, unless access changed', async () => {
    const { store, shown } = await open({
      getGallery: () => gallery(),
      listPhotos: () => ({ data: [photo(0), photo(1)], total: 2 }),
      searchGalleries: () => ({ data: [gallery()], total: 1 }),
    });
    store.dispatch(listOpened(query));
    await settle();
    expect(selectItemList(query)(store.getState())?.rows).toHaveLength(1);
    expect(shown().files).toHaveLength(2);
    expect(itemLists.getKey(query)).toContain('gallery');
  });

  it('while locked, shows its number of photos and stores no URLs, even if the backend sends them', async () => {
    const leaky = wireFile({
      type: 'performer-photo',
      url: 'https://media.test/original.jpg',
      hls: 'https://media.test/original.jpg',
      sources: [{ url: 'https://media.test/original.jpg', width: 640, mimeType: 'image/webp' }],
    });
    const { shown } = await open({
      getGallery: () => gallery({ access: undefined, isSale: true, price: 5, coverPhoto: leaky, numOfItems: 12 }),
      listPhotos: () => ({ data: [photo(0, { photo: leaky })], total: 12 }),
    });
    expect(JSON.stringify(shown())).not.toContain('original.jpg');
    expect(shown().text).toBe('');
    expect(getContents(shown())).toEqual(['12 photos']);
  });
});

it('the download link of each product is requested once, even for two products in parallel', async () => {
  const { store, calls } = storeForTest({
    features: [itemFeature],
    answers: { getProductDownloadLink: () => new Promise(() => undefined) },
    user: {},
  });
  for (const id of ['p1', 'p2', 'p1']) store.dispatch(downloadRequested({ key: itemKey('product', id) }));
  await settle();
  expect(calls.map(({ input }) => input.params?.['id'])).toEqual(['p1', 'p2']);
});

it('a video opens even if the backend sends no details of its creator and file', async () => {
  const { store } = storeForTest({
    features: [itemFeature],
    answers: {
      getVideo: () => ({
        ...common,
        performer: null,
        _id: 'b'.repeat(24),
        slug: 'film',
        title: 'A film',
        tags: ['sea'],
        processing: false,
        fileId: 'd'.repeat(24),
        video: { url: 'https://media.test/film.mp4', mimeType: 'video/mp4' },
        isSchedule: false,
        participantIds: [],
        isSubscribed: true,
        teaser: null,
        thumbnail: null,
      }),
    } as unknown as Answers,
    user: {},
  });
  store.dispatch(itemRequested({ kind: 'video', address: 'film' }));
  await settle();
  const video = selectItemAt('video', 'film')(store.getState());
  expect(video).toMatchObject({ kind: 'video', tags: ['sea'], participants: [], performer: { _id: performer._id } });
  expect(video?.files).toMatchObject([{ _id: 'd'.repeat(24), type: 'performer-video' }]);
});
