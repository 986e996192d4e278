import type { ApiFailure } from '@/services/api-error';
import type { DraftFile, FileSubmission } from './draft';
import { findFileId } from './upload-step';

/** An item that came of one file, in a list. */
interface MadeOfFile {
  _id: string;
  title: string;
  fileId: string;
}

/** Lists own items of a kind that are made of one file each. */
type ListMade<Item> = () => Generator<unknown, Item[]>;

/** Notes how to find the item of a file again: by its file, or where that goes up with it, by the title that is new. */
export function* createFileSubmission<Item extends MadeOfFile>(
  file: DraftFile,
  title: string,
  list: ListMade<Item>,
): Generator<unknown, FileSubmission> {
  if (findFileId(file) !== null) return { title, before: [] };
  const items = yield* list();
  return { title, before: items.filter((item) => item.title === title).map(({ _id }) => _id) };
}

/** Finds the item of a file whose answer was lost; another file of the draft may have the same title. */
export function* findSubmittedItem<Item extends MadeOfFile>(
  file: DraftFile,
  { title, before }: FileSubmission,
  { list, others }: { list: ListMade<Item>; others: readonly DraftFile[] },
): Generator<unknown, Item | undefined> {
  const known = new Set([...before, ...others.map(({ storedId }) => storedId)]);
  const fileId = findFileId(file);
  const isIt = (item: Item) =>
    fileId === null ? item.title === title && !known.has(item._id) : item.fileId === fileId;
  return (yield* list()).find(isIt);
}

/** Whether the call may have succeeded: no answer, a server error, or a file that is in an item already. */
export const isOutcomeUnknown = ({ status, code }: ApiFailure): boolean =>
  status === 0 || status >= 500 || code === 'INVALID_OR_MISSING_FILE';

/** Whether the backend itself refused the call. */
export const isAnswered = ({ status }: ApiFailure): boolean => status > 0 && status < 500;

/** Turns a failed search into undefined. */
export function* orUndefined<Found>(search: Generator<unknown, Found>): Generator<unknown, Found | undefined> {
  try {
    return yield* search;
  } catch {
    return undefined;
  }
}
