import type { ApiFailure } from '@/services/api-error';
import type { DraftFile, FileSubmission } from './draft';
import { findFileId } from './upload-step';

/** What lists tell of an item that came of one file. */
interface MadeOfFile {
  _id: string;
  title: string;
  fileId: string;
}

/** Own items of a kind that are made of one file each. */
type ListMade<Item> = () => Generator<unknown, Item[]>;

/** What a file is known by after it was sent to be stored: where it did not go ahead, its item has nothing of it but the name. */
export function* createFileSubmission<Item extends MadeOfFile>(
  file: DraftFile,
  title: string,
  list: ListMade<Item>,
): Generator<unknown, FileSubmission> {
  if (findFileId(file) !== null) return { title, before: [] };
  const items = yield* list();
  return { title, before: items.filter((item) => item.title === title).map(({ _id }) => _id) };
}

/** What a file whose answer was lost has become by now, and not another one of its draft which is called the same. */
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

/** No answer, or one that says nothing of what was done; or a file is in something that was saved before. */
export const isOutcomeUnknown = ({ status, code }: ApiFailure): boolean =>
  status === 0 || status >= 500 || code === 'INVALID_OR_MISSING_FILE';

/** The backend said no itself. */
export const isAnswered = ({ status }: ApiFailure): boolean => status > 0 && status < 500;

/** What a look finds, for who can do without an answer. */
export function* orUndefined<Found>(look: Generator<unknown, Found>): Generator<unknown, Found | undefined> {
  try {
    return yield* look;
  } catch {
    return undefined;
  }
}
