import { put } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { selectCan } from '@/store/backend';
import { selectState } from '@/store/call-endpoint';
import { sendForm } from '@/store/upload-channel';
import type { DraftFile, DraftKey, FileSlot } from './draft';
import { fileChanged } from './studio-slice';

/** What was picked, by `localId`, as long as it may have to be sent; files themselves are not for the store. */
export const picked = new Map<string, File>();

/** What a field of a form may say; null empties it, undefined leaves it. */
type FieldValue = string | number | boolean | readonly string[] | null | undefined;
type FormFields = Record<string, FieldValue>;

/** A field of a form with the file of a draft that it is for. */
export interface FormFile {
  /** What the form calls the file itself, and its id once it came up before. */
  field: string;
  idField: string;
  slot: FileSlot;
  file: DraftFile | undefined;
}

/**
 * Stores an item by its form: files that came up before by their ids, those that are held along with it, told how far they are.
 *
 * @param key of the draft.
 * @throws ApiError; the files are held again then.
 */
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
  const held = files.filter(({ file }) => file?.status === 'held');
  const form = toForm(fields, yield* selectState(selectCan('clearableFields')));
  for (const { field, idField, file } of files) {
    const bytes = file && picked.get(file.localId);
    if (file?.status === 'held' && bytes) form.set(field, bytes);
    else if (file?.fileId) form.set(idField, file.fileId);
  }
  function* tell(part: Partial<DraftFile>) {
    for (const { slot, file } of held)
      if (file) yield put(fileChanged({ place: { key, slot, localId: file.localId }, part }));
  }
  try {
    const show = (progress: number) => tell({ status: 'uploading', progress, secondsLeft: null });
    return yield* sendForm(route, form, input, show, { revision });
  } catch (error) {
    yield* tell({ status: 'held', progress: 0 });
    throw error;
  }
}

/** A form knows neither null nor an empty list: what empties those here would be stored as a text elsewhere. */
function toForm(fields: FormFields, canClear: boolean): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const values: FieldValue[] = [value ?? []].flat();
    for (const one of values) form.append(name, String(one));
    if (values.length === 0 && value !== undefined && canClear) form.append(name, '');
  }
  return form;
}
