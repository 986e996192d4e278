import { put } from 'redux-saga/effects';
import { photoRoutes } from '@contract/content/photo-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { keyOf, type Draft, type DraftFile } from './draft';
import { commonProblems, type DraftProblems, type DraftRules } from './draft-problems';
import { sendWithFiles, type FormFields } from './send-with-files';
import { toDraftFile } from './stored-draft';
import { fileChanged, selectFile } from './studio-slice';
import { unlessGone } from './unless-gone';

export type WirePhoto = EndpointData<'searchPerformerPhotos'>['data'][number];

/** A stored photo, as the file of a draft. */
export function toPhotoFile({ _id, fileId, photo, title, processing }: WirePhoto): DraftFile {
  const file = toDraftFile({ ...photo, _id: fileId, type: 'performer-photo' }, 'photo');
  const status = processing && file.status === 'ready' ? 'processing' : file.status;
  return { ...file, status, localId: _id, storedId: _id, name: title || file.name, storedAlt: file.alt };
}

/** Takes a photo away; one that is gone already is gone. */
export const removePhoto = (id: string): Generator =>
  unlessGone(callEndpoint(photoRoutes.deletePhoto, { params: { id } }));

/** Why photos, or a gallery of them, cannot be stored yet. */
export const photoProblems = (draft: Draft, rules: DraftRules): DraftProblems => ({
  ...(draft.title.trim() === '' && { title: 'Add a title.' }),
  ...(draft.files.length === 0 && { files: 'Add at least one photo.' }),
  ...commonProblems(draft, rules),
});

/**
 * Makes photos of the files that are new, in their order, and tells what is described differently of those that are there.
 * Each is remembered in the draft, so that the next try after a failure sends none twice.
 *
 * @param fields of each new one.
 * @returns ids in the order of the draft
 */
export function* storePhotos(draft: Draft, fields: FormFields): Generator<unknown, string[]> {
  const key = keyOf(draft);
  const ids: string[] = [];
  for (const [index, file] of draft.files.entries()) {
    const place = { key, slot: 'files', localId: file.localId } as const;
    const { alt } = file;
    if (file.storedId !== null) {
      ids.push(file.storedId);
      if (alt === file.storedAlt) continue;
      yield* callEndpoint(photoRoutes.updatePhoto, { params: { id: file.storedId }, body: { alt } });
      yield put(fileChanged({ place, part: { storedAlt: alt } }));
      continue;
    }
    const number = draft.files.length > 1 ? ` ${index + 1}` : '';
    const photo = yield* sendWithFiles(key, photoRoutes.uploadPhoto, {
      // Everybody may read the titles of photos: never what a file is called on somebody's disk.
      fields: { ...fields, title: `${draft.title.trim()}${number}`, alt: alt || undefined },
      files: [{ field: 'photo', idField: 'fileId', slot: 'files', file }],
    });
    const { _id: storedId, fileId, processing } = photo;
    if (yield* selectState(selectFile(place))) {
      ids.push(storedId);
      const status = processing ? 'processing' : 'ready';
      yield put(fileChanged({ place, part: { storedId, fileId, storedAlt: alt, status, progress: 1 } }));
    } else yield* removePhoto(storedId);
  }
  return ids;
}
