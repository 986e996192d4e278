import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { pickedFilesOwnerStore } from './storage';

interface SavedFile {
  file: File;
  /** Milliseconds since 1970. */
  at: number;
}

/** The backend deletes unfinished uploads after this time: older files cannot be resumed. */
const MAX_AGE_MS = 24 * 3600 * 1000;

let opened: UseStore | undefined;
/** Opened on first use, because opening fails in browsers that refuse storage. */
const store = () => (opened ??= createStore('picked-files', 'files'));
const getKey = (accountId: string, localId: string) => `${accountId}/${localId}`;

/** @returns false if storage is full or refused, as in private windows */
export async function savePickedFile(accountId: string, localId: string, file: File): Promise<boolean> {
  try {
    // Written first: even if the rest fails, the next account on this device knows that files may exist.
    pickedFilesOwnerStore.write(accountId);
    await set(getKey(accountId, localId), { file, at: Date.now() } satisfies SavedFile, store());
    return true;
  } catch {
    return false;
  }
}

export async function findPickedFile(accountId: string, localId: string): Promise<File | undefined> {
  try {
    const kept = await get<SavedFile>(getKey(accountId, localId), store());
    // Throws here if the browser has evicted the data.
    await kept?.file.slice(0, 1).arrayBuffer();
    return kept?.file;
  } catch {
    return undefined;
  }
}

/** Deletes files of other accounts, expired files and those that `isWanted` rejects. @param accountId null for a guest */
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
    // The browser refuses storage.
  }
  if (accountId === null) pickedFilesOwnerStore.remove();
  else if (pickedFilesOwnerStore.read() !== undefined) pickedFilesOwnerStore.write(accountId);
}
