import type { ApiFailure } from '@/services/api-error';
import type { DraftFile, FileSubmission } from './draft';
import { findFileId } from './upload-step';

interface ItemOfFile {
  _id: string;
  title: string;
  fileId: string;
}

type FetchItems<Item> = () => Generator<unknown, Item[]>;

/** Identifies an item by its file id or, if the file is sent with the item, as a new item with this title. */
export function* createFileSubmission<Item extends ItemOfFile>(
  file: DraftFile,
  title: string,
  list: FetchItems<Item>,
): Generator<unknown, FileSubmission> {
  if (findFileId(file) !== null) return { title, before: [] };
  const items = yield* list();
  return { title, before: items.filter((item) => item.title === title).map(({ _id }) => _id) };
}

/** Finds the item of a file whose response was lost, but not that of another file in the draft with the same title. */
export function* findSubmittedItem<Item extends ItemOfFile>(
  file: DraftFile,
  { title, before }: FileSubmission,
  { list, others }: { list: FetchItems<Item>; others: readonly DraftFile[] },
): Generator<unknown, Item | undefined> {
  const known = new Set([...before, ...others.map(({ storedId }) => storedId)]);
  const fileId = findFileId(file);
  const isItemOfFile = (item: Item) =>
    fileId === null ? item.title === title && !known.has(item._id) : item.fileId === fileId;
  return (yield* list()).find(isItemOfFile);
}

/** Whether the call may have succeeded: no response, a server error, or a file that already belongs to an item. */
export const isOutcomeUnknown = ({ status, code }: ApiFailure): boolean =>
  status === 0 || status >= 500 || code === 'INVALID_OR_MISSING_FILE';

export const isRejected = ({ status }: ApiFailure): boolean => status > 0 && status < 500;

export function* catchToUndefined<Found>(search: Generator<unknown, Found>): Generator<unknown, Found | undefined> {
  try {
    return yield* search;
  } catch {
    return undefined;
  }
}
