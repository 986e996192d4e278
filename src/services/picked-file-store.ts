import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { pickedFilesOwnerStore } from './storage';

/** A file that was picked, and when. */
interface SavedFile {
  file: File;
  /** Milliseconds since 1970. */
  at: number;
}

/** Milliseconds after which the backend has let go of what was sent of a file: nothing is left to go on with. */
const MAX_AGE_MS = 24 * 3600 * 1000;

let opened: UseStore | undefined;
/** One connection for the page; made late, since a browser that keeps nothing has no such thing. */
const store = () => (opened ??= createStore('picked-files', 'files'));
const getKey = (accountId: string, localId: string) => `${accountId}/${localId}`;

/**
 * Keeps a picked file on this device, so that its upload goes on after a reload.
 *
 * @returns false when the browser has no room, or keeps nothing: in private windows, for example.
 */
export async function savePickedFile(accountId: string, localId: string, file: File): Promise<boolean> {
  try {
    // Noted before: whatever happens in between, the next one here knows that there may be something.
    pickedFilesOwnerStore.write(accountId);
    await set(getKey(accountId, localId), { file, at: Date.now() } satisfies SavedFile, store());
    return true;
  } catch {
    return false;
  }
}

/** A kept file; undefined when it is not there, or cannot be read any more. */
export async function findPickedFile(accountId: string, localId: string): Promise<File | undefined> {
  try {
    const kept = await get<SavedFile>(getKey(accountId, localId), store());
    // What the browser has lost of it shows by reading.
    await kept?.file.slice(0, 1).arrayBuffer();
    return kept?.file;
  } catch {
    return undefined;
  }
}

/** Lets go of kept files: of everybody else, and of those that `isWanted` does not name. @param accountId null for nobody. */
export async function deletePickedFiles(
  accountId: string | null,
  isWanted: (localId: string) => boolean = () => true,
): Promise<void> {
  try {
    const old = Date.now() - MAX_AGE_MS;
    const all = await entries<string, SavedFile>(store());
    const gone = all.filter(([key, { at }]) => {
      const [owner, localId = ''] = key.split('/');
      return owner !== accountId || at < old || !isWanted(localId);
    });
    await delMany(
      gone.map(([key]) => key),
      store(),
    );
  } catch {
    // Nothing can be kept here.
  }
  if (accountId === null) pickedFilesOwnerStore.remove();
  else if (pickedFilesOwnerStore.read() !== undefined) pickedFilesOwnerStore.write(accountId);
}
