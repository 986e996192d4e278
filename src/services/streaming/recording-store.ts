/** A crash of the tab loses at most this much, plus the data that the encoder still holds. */
const PART_MS = 4_000;
const FOLDER = 'show-recordings';

export type RecordingType = 'video/mp4' | 'video/webm';
const endings: Record<RecordingType, string> = { 'video/mp4': '.mp4', 'video/webm': '.webm' };

/** Recordings are stored by account, since several hosts may share a device. */
export interface RecordedShow {
  accountId: string;
  showId: string;
}

export interface RecordingStore {
  writable: WritableStream<Uint8Array>;
  read(): Promise<File | null>;
}

/**
 * A file in the origin's private file system is complete only once closed, so each chunk is a file. Browsers that cannot write
 * there keep the recording in memory, where a crash loses it. A show that was interrupted has several recordings.
 */
export async function openRecordingStore(
  { accountId, showId }: RecordedShow,
  type: RecordingType,
): Promise<RecordingStore> {
  const name = `${new Date().toISOString().replaceAll(':', '-')}${endings[type]}`;
  const folder = await openFolder([accountId, showId, name], true);
  const memory: Blob[] = [];
  let count = 0;
  const savePart = async (part: Blob) => {
    if (!folder) return void memory.push(part);
    const file = await folder.getFileHandle(String((count += 1)).padStart(6, '0'), { create: true });
    const writer = await file.createWritable();
    await writer.write(part);
    await writer.close();
  };
  return {
    writable: createPartStream(savePart),
    read: async () => toFile(folder ? await listParts(folder) : memory, name),
  };
}

/** Oldest first. */
export async function listRecordings({ accountId, showId }: RecordedShow): Promise<File[]> {
  const folder = await openFolder([accountId, showId], false);
  if (!folder) return [];
  const files = await Promise.all(
    (await listEntries(folder)).map(async (entry) =>
      entry.kind === 'directory' ? toFile(await listParts(entry), entry.name) : null,
    ),
  );
  return files.filter((file) => file !== null);
}

export async function listRecordedShows(accountId: string): Promise<string[]> {
  const folder = await openFolder([accountId], false);
  return folder ? (await listEntries(folder)).map(({ name }) => name) : [];
}

export async function discardRecordings({ accountId, showId }: RecordedShow): Promise<void> {
  const folder = await openFolder([accountId], false);
  await folder?.removeEntry(showId, { recursive: true }).catch(ignoreMissing);
}

function createPartStream(savePart: (part: Blob) => Promise<void>): WritableStream<Uint8Array> {
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let savedAt = Date.now();
  const flush = async () => {
    const part = new Blob(pending);
    [pending, savedAt] = [[], Date.now()];
    if (part.size > 0) await savePart(part);
  };
  return new WritableStream({
    async write(chunk) {
      pending.push(new Uint8Array(chunk));
      if (Date.now() - savedAt >= PART_MS) await flush();
    },
    close: flush,
  });
}

const canWrite = (): boolean =>
  'storage' in navigator &&
  'getDirectory' in navigator.storage &&
  'FileSystemFileHandle' in globalThis &&
  'createWritable' in FileSystemFileHandle.prototype;

async function openFolder(path: readonly string[], create: boolean): Promise<FileSystemDirectoryHandle | null> {
  if (!canWrite()) return null;
  try {
    let folder = await navigator.storage.getDirectory();
    for (const name of [FOLDER, ...path]) folder = await folder.getDirectoryHandle(name, { create });
    return folder;
  } catch (error) {
    // Firefox has no such file system in private windows.
    if (create) return null;
    ignoreMissing(error);
    return null;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException) || !['NotFoundError', 'SecurityError'].includes(error.name)) throw error;
}

async function listEntries(folder: FileSystemDirectoryHandle) {
  const entries: (FileSystemFileHandle | FileSystemDirectoryHandle)[] = [];
  for await (const entry of folder.values()) entries.push(entry);
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function listParts(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const entries = await listEntries(folder);
  return Promise.all(entries.flatMap((entry) => (entry.kind === 'file' ? [entry.getFile()] : [])));
}

function toFile(parts: readonly Blob[], name: string): File | null {
  const type = name.endsWith(endings['video/webm']) ? 'video/webm' : 'video/mp4';
  return parts.some(({ size }) => size > 0) ? new File([...parts], name, { type }) : null;
}
