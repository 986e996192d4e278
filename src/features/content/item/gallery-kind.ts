import { all } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { photoRoutes } from '@contract/content/photo-routes';
import type { EndpointData } from '@contract/schemas';
import { unique } from '@/lib/unique';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { ItemKind } from './item-kind';
import { assetQuery, readAsset, readFile } from './asset-view';
import { getAccess, readItem, type GalleryItem, type ItemFile } from './item-view';

type WireGallery = EndpointData<'getGallery'>;
type WirePhoto = EndpointData<'listPhotos'>['data'][number];

const type = 'performer-photo';

function readGallery(gallery: WireGallery, photos?: WirePhoto[]): GalleryItem {
  const { coverPhoto, coverPhotoId, numOfItems } = gallery;
  const cover = coverPhoto && coverPhotoId ? [readFile(coverPhoto, { _id: coverPhotoId, type })] : [];
  const item: GalleryItem = {
    ...readAsset(gallery),
    kind: 'gallery',
    type: 'photo',
    thumbnail: null,
    teaser: null,
    fileCount: numOfItems,
    files: photos ? photos.flatMap(readPhoto) : cover,
    hasAllFiles: photos !== undefined,
    processing: photos?.some((photo) => photo.processing) ?? false,
  };
  return readItem(getAccess(item) === 'open' ? { ...item, text: item.tagline ?? '' } : item);
}

function readPhoto({ _id, photo, fileId, title }: WirePhoto): ItemFile[] {
  if (!photo) return [];
  const file = readFile(photo, { _id: fileId, type });
  return [{ ...file, alt: file.alt || title, photoId: _id }];
}

/** Photos are loaded only for a gallery's own page. Wire contract 2.8, 2.9, 3.6. */
export const galleryKind: ItemKind<GalleryItem> = {
  savedAs: 'galleries',
  readSaved: (mark) => (mark.objectType === 'gallery' && mark.objectInfo ? readGallery(mark.objectInfo) : null),
  isByOffset: true,
  *get(address) {
    const gallery = yield* callEndpoint(galleryRoutes.getGallery, { params: { id: address } });
    return readGallery(gallery, yield* fetchPhotos(gallery));
  },
  *list(wanted, part) {
    const query = assetQuery(wanted, part);
    const { data, total } = yield* callSearch(galleryRoutes.searchGalleries, { query });
    return { data: data.map((gallery) => readGallery(gallery)), total };
  },
  *remove(id) {
    yield* callEndpoint(galleryRoutes.deleteGallery, { params: { id } });
  },
};

function* fetchPhotos({ _id: galleryId, numOfItems }: WireGallery): Generator<unknown, WirePhoto[]> {
  const pages = Math.max(1, Math.ceil(numOfItems / limits.listMax));
  const page = (index: number) =>
    callEndpoint(photoRoutes.listPhotos, {
      query: { galleryId, limit: limits.listMax, offset: index * limits.listMax },
    });
  const found = (yield all(Array.from({ length: pages }, (_, index) => page(index)))) as EndpointData<'listPhotos'>[];
  return unique(
    found.flatMap(({ data }) => data),
    ({ _id }) => _id,
  );
}
