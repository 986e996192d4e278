import { put } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { selectHasExtension } from '@/store/backend';
import { selectState } from '@/store/call-endpoint';
import { sendForm } from '@/store/upload-channel';
import type { DraftFile, DraftKey, FileSlot } from './draft';
import { getPickedFiles } from './picked-files';
import { uploadEvents } from './upload-reducer';
import { findFileId } from './upload-step';

/** Null clears a field, undefined leaves it unchanged. */
type FieldValue = string | number | boolean | readonly string[] | null | undefined;
type FormFields = Record<string, FieldValue>;

export interface FormFile {
  field: string;
  idField: string;
  slot: FileSlot;
  file: DraftFile | undefined;
}

/** Sends uploaded files by id, and held files in the form itself. @throws ApiError, after which the files are held again */
export function* sendWithFiles<R extends Route & { name: EndpointName }>(
  key: DraftKey,
  route: R,
  {
    fields,
    files,
    input,
    revision,
  }: { fields: FormFields; files: FormFile[]; input?: EndpointInput<R['name']>; revision?: number | undefined },
): Generator<unknown, EndpointData<R['name']>> {
  const { files: picked } = yield* getPickedFiles();
  const heldFiles = files.flatMap(({ slot, file }) =>
    file?.upload.step === 'held' ? { key, slot, localId: file.localId } : [],
  );
  const form = toForm(fields, yield* selectState(selectHasExtension('clearableFields')));
  for (const { field, idField, file } of files) {
    const bytes = file && picked.get(file.localId);
    const fileId = file && findFileId(file);
    if (file?.upload.step === 'held' && bytes) form.set(field, bytes);
    else if (fileId) form.set(idField, fileId);
  }
  function* showProgress(progress: number) {
    for (const place of heldFiles) yield put(uploadEvents.formProgressed({ place, progress }));
  }
  try {
    return yield* sendForm(route, form, input, showProgress, { revision });
  } catch (error) {
    for (const place of heldFiles) yield put(uploadEvents.formFailed({ place }));
    throw error;
  }
}

/** Our API clears a field by an empty text, since forms have neither null nor empty lists; others would store the text. */
function toForm(fields: FormFields, canClear: boolean): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const values: FieldValue[] = [value ?? []].flat();
    for (const one of values) form.append(name, String(one));
    if (values.length === 0 && value !== undefined && canClear) form.append(name, '');
  }
  return form;
}
