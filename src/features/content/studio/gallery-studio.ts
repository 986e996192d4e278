import { put } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { photoRoutes } from '@contract/content/photo-routes';
import type { EndpointData } from '@contract/schemas';
import { pluralise } from '@/lib/format-count';
import { fetchAllRows } from '@/store/all-pages';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { getCoverId, emptyDrafts, wasPublished, getDraftKey, type Draft } from './draft';
import { photoProblems, removePhoto, storePhotos, toPhotoFile } from './photo-studio';
import {
  toAssetDraft,
  getOffer,
  getPublicationFor,
  getPublication,
  getAssetPublication,
  readOwnAsset,
  omitIfNeverSet,
} from './draft-wire';
import type { OwnItem, StoreAs, StudioKind } from './studio-kind';
import { draftItemCreated, removalStored } from './studio-slice';

type WireGallery = EndpointData<'getPerformerGallery'>;

function toOwnItem(gallery: WireGallery): OwnItem {
  const { coverPhoto, coverPhotoId, numOfItems } = gallery;
  return {
    ...readOwnAsset(gallery),
    kind: 'gallery',
    type: 'photo',
    processing: false,
    thumbnail: null,
    contents: pluralise(numOfItems, 'photo'),
    files: coverPhoto && coverPhotoId ? [{ ...coverPhoto, _id: coverPhotoId, type: 'performer-photo' }] : [],
  };
}

function* createBody(draft: Draft, as: StoreAs) {
  const publication = yield* getAssetPublication('gallery', getPublication(draft, as));
  const description = omitIfNeverSet(draft, 'text', draft.text.trim());
  return { title: draft.title.trim(), description, ...getOffer(draft), ...publication };
}

function* storeGallery(draft: Draft, as: StoreAs): Generator<unknown, string> {
  const begun = draft.id ?? draft.begunId;
  const body = yield* createBody(draft, as);
  if (begun !== null) {
    yield* callEndpoint(galleryRoutes.updateGallery, { params: { id: begun }, body }, { revision: draft.revision });
    return begun;
  }
  const { _id: id } = yield* callEndpoint(galleryRoutes.createGallery, { body });
  yield put(draftItemCreated({ key: getDraftKey(draft), id }));
  return id;
}

function* removePhotos(draft: Draft) {
  const key = getDraftKey(draft);
  for (const { id } of draft.removed) {
    yield* removePhoto(id);
    yield put(removalStored({ key, id }));
  }
}

function* arrange(draft: Draft, galleryId: string, photoIds: string[]) {
  const params = { id: galleryId };
  if (photoIds.length > 1 && (yield* selectState(selectSupportsCall(galleryRoutes.orderGalleryPhotos))))
    yield* callEndpoint(galleryRoutes.orderGalleryPhotos, { params, body: { photoIds } });
  const cover = photoIds[draft.files.findIndex(({ localId }) => localId === getCoverId(draft))];
  if (cover !== undefined) yield* callEndpoint(photoRoutes.setPhotoCover, { params: { id: cover } });
}

/** Records each step in the draft, so that after a failure the next attempt continues from there. */
function* save(draft: Draft, as: StoreAs): Generator<unknown, string> {
  // Hidden from fans until its photos have been added. A gallery that is already scheduled stays scheduled.
  const keepsPlan = as === 'published' && draft.state === 'scheduled' && draft.isLater;
  const id = yield* storeGallery(draft, keepsPlan ? as : 'draft');
  yield* removePhotos(draft);
  yield* arrange(draft, id, yield* storePhotos(draft, { galleryId: id, status: 'active' }));
  if (as === 'published' && !wasPublished(draft) && !keepsPlan)
    yield* callEndpoint(galleryRoutes.updateGallery, { params: { id }, body: yield* createBody(draft, as) });
  return id;
}

/** Wire contract 2.8, 2.9. */
export const galleryStudio: StudioKind = {
  isMadeIn: 'steps',
  *list({ kind: _kind, type: _type, ...query }, place) {
    const { data, total } = yield* callSearch(galleryRoutes.searchPerformerGalleries, {
      query: { ...query, ...place },
    });
    return { data: data.map(toOwnItem), total };
  },
  *open(id) {
    const gallery = yield* callEndpoint(galleryRoutes.getPerformerGallery, { params: { id } });
    const photos = yield* fetchAllRows((page) =>
      callEndpoint(photoRoutes.searchPerformerPhotos, { query: { galleryId: gallery._id, ...page } }),
    );
    return {
      ...emptyDrafts.gallery,
      ...toAssetDraft(gallery),
      files: photos.map(toPhotoFile),
      coverId: photos.find(({ isGalleryCover }) => isGalleryCover)?._id ?? null,
    };
  },
  save,
  *change(id, to) {
    const params = { id };
    // Compatible backends replace the whole gallery, so all fields are sent.
    const stored = yield* callEndpoint(galleryRoutes.getPerformerGallery, { params });
    const { title, isSale, isFree, price } = stored;
    const description = stored.description || undefined;
    const publication = yield* getAssetPublication('gallery', getPublicationFor(to));
    const body = { title, description, isSale, isFree, price, ...publication };
    yield* callEndpoint(galleryRoutes.updateGallery, { params, body });
  },
  *remove(id) {
    yield* callEndpoint(galleryRoutes.deleteGallery, { params: { id } });
  },
  upload: () => ({ purpose: 'performer-photo' }),
  refuseMore({ files }, kind) {
    if (kind !== 'photo') return 'A gallery holds photos.';
    return files.length >= limits.galleryPhotos ? `A gallery holds up to ${limits.galleryPhotos} photos.` : null;
  },
  getProblems: photoProblems,
};
