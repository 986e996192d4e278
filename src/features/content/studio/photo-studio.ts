import { put } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { photoRoutes } from '@contract/content/photo-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { ApiError, toFailure } from '@/services/api-error';
import { fetchAllRows } from '@/store/all-pages';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { emptyDrafts, getDraftKey, type Draft, type DraftFile, type FilePlace, type FileSubmission } from './draft';
import { getCommonProblems, type DraftProblems, type DraftRules } from './draft-problems';
import { sendWithFiles } from './send-with-files';
import {
  findSubmittedItem,
  isRejected,
  isOutcomeUnknown,
  catchToUndefined,
  createFileSubmission,
} from './file-submission';
import {
  getPublicationFor,
  getPublication,
  getAssetPublication,
  getStanding,
  toDraftFile,
  ignoreNotFound,
  omitIfNeverSet,
} from './draft-wire';
import type { OwnItem, StudioKind } from './studio-kind';
import {
  draftAutosaveRequested,
  fileRefused,
  fileStored,
  fileSubmitted,
  galleriesLoaded,
  selectFile,
} from './studio-slice';
import { uploadEvents } from './upload-reducer';
import type { FileUpload } from './upload-step';

export type WirePhoto = EndpointData<'searchPerformerPhotos'>['data'][number];

export function toPhotoFile({ _id, fileId, photo, title, processing }: WirePhoto): DraftFile {
  const file = toDraftFile({ ...photo, _id: fileId, type: 'performer-photo' }, 'photo');
  const upload: FileUpload = processing && file.upload.step === 'ready' ? { step: 'processing', fileId } : file.upload;
  return { ...file, upload, localId: _id, storedId: _id, name: title || file.name, storedAlt: file.alt };
}

export const removePhoto = (id: string): Generator =>
  ignoreNotFound(callEndpoint(photoRoutes.deletePhoto, { params: { id } }));

export const photoProblems = (draft: Draft, rules: DraftRules): DraftProblems => ({
  ...(draft.title.trim() === '' && { title: 'Add a title.' }),
  ...(draft.files.length === 0 && { files: 'Add at least one photo.' }),
  ...getCommonProblems(draft, rules),
});

type MadePhoto = Pick<WirePhoto, '_id' | 'fileId' | 'processing'>;
type PhotoFields = NonNullable<EndpointInput<'updatePhoto'>['body']> & { title: string };

function* fetchNewest(): Generator<unknown, WirePhoto[]> {
  const query = { sortBy: 'createdAt', sort: 'desc', offset: 0, limit: limits.listMax } as const;
  return (yield* callEndpoint(photoRoutes.searchPerformerPhotos, { query })).data;
}

function* findPhoto({ key }: FilePlace, file: DraftFile, sent: FileSubmission) {
  const others = (yield* selectState((state) => state.studio.writing.drafts[key]))?.files ?? [];
  return yield* findSubmittedItem(file, sent, { list: fetchNewest, others });
}

/** Creates a photo at most once: the submission is recorded first, so that the next attempt can find the photo. */
function* storePhoto(place: FilePlace, file: DraftFile, fields: PhotoFields): Generator<unknown, MadePhoto> {
  const made = file.sent ? yield* findPhoto(place, file, file.sent) : undefined;
  if (made) {
    // The creator may have edited the photo after that attempt.
    const body = { ...fields, galleryId: fields.galleryId ?? null, alt: file.alt };
    yield* callEndpoint(photoRoutes.updatePhoto, { params: { id: made._id }, body });
    return made;
  }
  const sent = yield* createFileSubmission(file, fields.title, fetchNewest);
  yield put(fileSubmitted({ place, sent }));
  yield put(draftAutosaveRequested());
  try {
    return yield* sendWithFiles(place.key, photoRoutes.uploadPhoto, {
      fields: { ...fields, alt: file.alt || undefined },
      files: [{ field: 'photo', idField: 'fileId', slot: 'files', file }],
    });
  } catch (error) {
    const failure = toFailure(error);
    const found = isOutcomeUnknown(failure) ? yield* catchToUndefined(findPhoto(place, file, sent)) : undefined;
    if (found) return found;
    if (isRejected(failure)) yield put(fileRefused({ place, refusal: null, isAnswered: true }));
    throw error;
  }
}

/**
 * Creates photos from new files, in order, and updates changed descriptions of stored ones. Records each in the draft, so that
 * after a failure the next attempt sends none twice.
 * @param fields for each new photo
 * @returns ids in the order of the draft
 */
export function* storePhotos(draft: Draft, fields: Omit<PhotoFields, 'title'>): Generator<unknown, string[]> {
  const key = getDraftKey(draft);
  const ids: string[] = [];
  for (const [index, file] of draft.files.entries()) {
    const place = { key, slot: 'files', localId: file.localId } as const;
    const { alt } = file;
    if (file.storedId !== null) {
      ids.push(file.storedId);
      if (alt === file.storedAlt) continue;
      yield* callEndpoint(photoRoutes.updatePhoto, { params: { id: file.storedId }, body: { alt } });
      yield put(fileStored({ place, storedId: file.storedId, alt }));
      continue;
    }
    const number = draft.files.length > 1 ? ` ${index + 1}` : '';
    // Titles of photos are public, so a file name is never used.
    const photo = yield* storePhoto(place, file, { ...fields, title: `${draft.title.trim()}${number}` });
    const { _id: storedId, fileId, processing } = photo;
    if (yield* selectState(selectFile(place))) {
      ids.push(storedId);
      yield put(uploadEvents.finished({ place, fileId, isReady: !processing }));
      yield put(fileStored({ place, storedId, alt }));
    } else yield* removePhoto(storedId);
  }
  return ids;
}

function toDraft(photo: WirePhoto): Draft & { id: string } {
  return {
    ...emptyDrafts.photo,
    id: photo._id,
    revision: photo.revision,
    ...getStanding(photo, photo.scheduledAt),
    title: photo.title,
    text: photo.description ?? '',
    galleryId: photo.galleryId ?? '',
    files: [toPhotoFile(photo)],
  };
}

function toOwnItem(photo: WirePhoto): OwnItem {
  const { _id, title, description, status, processing, gallery, createdAt, updatedAt, fileId } = photo;
  const { isSchedule, scheduledAt: scheduleAt, isTakenDown } = photo;
  return {
    isTakenDown,
    isSchedule,
    scheduleAt,
    _id,
    kind: 'photo',
    type: 'photo',
    title,
    text: description ?? '',
    status,
    processing,
    createdAt,
    updatedAt,
    // A photo in a gallery has the gallery's audience and price; a single photo is for subscribers.
    isSale: gallery?.isSale ?? false,
    price: gallery?.price,
    thumbnail: null,
    totalLike: 0,
    totalComment: 0,
    files: photo.photo ? [{ ...photo.photo, _id: fileId, type: 'performer-photo' }] : [],
    ...(gallery && { contents: `In ${gallery.title}` }),
  };
}

export function* loadGalleries(): Generator {
  const data = yield* fetchAllRows((place) => callEndpoint(galleryRoutes.searchPerformerGalleries, { query: place }));
  yield put(galleriesLoaded(data.map(({ _id, title }) => ({ _id, title }))));
}

/** Searches the list, because the API has no call for a single own photo. @throws ApiError 404 */
function* find(id: string): Generator<unknown, WirePhoto> {
  for (let offset = 0; ; offset += limits.listMax) {
    const query = { limit: limits.listMax, offset };
    const { data, total } = yield* callEndpoint(photoRoutes.searchPerformerPhotos, { query });
    const photo = data.find(({ _id }) => _id === id);
    if (photo) return photo;
    if (data.length === 0 || offset + data.length >= total)
      throw new ApiError(404, { statusCode: 404, message: 'This photo is no longer here.' });
  }
}

/** One draft can create several photos. Wire contract 2.9. */
export const photoStudio: StudioKind = {
  isMadeIn: 'a call for each file',
  *list({ kind: _kind, type: _type, ...query }, place) {
    const { data, total } = yield* callSearch(photoRoutes.searchPerformerPhotos, { query: { ...query, ...place } });
    return { data: data.map(toOwnItem), total };
  },
  *open(id) {
    return toDraft(yield* find(id));
  },
  *save(draft, as) {
    const publication = yield* getAssetPublication('photo', getPublication(draft, as));
    const description = omitIfNeverSet(draft, 'text', draft.text.trim());
    if (draft.id === null) {
      const galleryId = draft.galleryId || undefined;
      // Photos that an incomplete attempt stored, and that were removed afterwards.
      for (const { id } of draft.removed) yield* removePhoto(id);
      const [id = ''] = yield* storePhotos(draft, { galleryId, description, ...publication });
      return id;
    }
    const body = { title: draft.title.trim(), description, galleryId: draft.galleryId || null, ...publication };
    const alt = draft.files[0]?.alt || (draft.files[0]?.storedAlt ? '' : undefined);
    yield* callEndpoint(
      photoRoutes.updatePhoto,
      { params: { id: draft.id }, body: { ...body, alt } },
      { revision: draft.revision },
    );
    return draft.id;
  },
  *change(id, to) {
    const body = yield* getAssetPublication('photo', getPublicationFor(to));
    yield* callEndpoint(photoRoutes.updatePhoto, { params: { id }, body });
  },
  remove: removePhoto,
  upload: () => ({ purpose: 'performer-photo' }),
  refuseMore: (_draft, kind) => (kind === 'photo' ? null : 'Choose photos here.'),
  getProblems: photoProblems,
};
