import { WritableStream } from 'node:stream/web';
import { fakeTrack } from '../../../tests/harness/fake-media';
import { recordShow } from './record-show';
import { discardRecordings, listRecordedShows, listRecordings, openRecordingStore } from './recording-store';

/** Fake of a file in the private file system: written data is visible only after it is closed. */
class FakeFile {
  readonly kind = 'file';
  content: Blob[] = [];
  constructor(readonly name: string) {}
  createWritable() {
    const pending: Blob[] = [];
    return Promise.resolve({
      write: async (part: Blob) => void pending.push(part),
      close: async () => void (this.content = pending),
    });
  }
  getFile = async () => new File(this.content, this.name);
}

class FakeFolder {
  readonly kind = 'directory';
  entries = new Map<string, FakeFolder | FakeFile>();
  constructor(readonly name: string) {}
  async getDirectoryHandle(name: string, { create = false } = {}): Promise<FakeFolder> {
    const found = this.entries.get(name);
    if (found instanceof FakeFolder) return found;
    if (!create) throw new DOMException('Not there.', 'NotFoundError');
    const made = new FakeFolder(name);
    this.entries.set(name, made);
    return made;
  }
  async getFileHandle(name: string): Promise<FakeFile> {
    const made = new FakeFile(name);
    this.entries.set(name, made);
    return made;
  }
  async removeEntry(name: string): Promise<void> {
    if (!this.entries.delete(name)) throw new DOMException('Not there.', 'NotFoundError');
  }
  async *values() {
    // The real file system lists files in no particular order.
    yield* [...this.entries.values()].toReversed();
  }
}

const installDisk = (root: FakeFolder) =>
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { getDirectory: async () => root } });

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(globalThis, { WritableStream, FileSystemFileHandle: FakeFile });
  installDisk(new FakeFolder(''));
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'storage');
});

const piece = (length: number) => new Uint8Array(length).fill(1);
const show = { accountId: 'host', showId: 'show' };
const listSizes = async (of: typeof show) => (await listRecordings(of)).map(({ size }) => size);

describe('recording store', () => {
  it('saves a chunk every four seconds, and the rest at the end', async () => {
    const store = await openRecordingStore(show, 'video/mp4');
    const writer = store.writable.getWriter();
    await writer.write(piece(100));
    expect(await listSizes(show)).toEqual([]);
    vi.advanceTimersByTime(4_000);
    await writer.write(piece(50));
    await writer.write(piece(7));
    // A crash now would leave this many bytes.
    expect(await listSizes(show)).toEqual([150]);
    await writer.close();
    const film = await store.read();
    expect(film).toMatchObject({ size: 157, type: 'video/mp4' });
    expect(film?.name).toMatch(/^[\dTZ.-]+\.mp4$/);
  });

  it('copies the data before the encoder reuses its buffer', async () => {
    const store = await openRecordingStore(show, 'video/mp4');
    const writer = store.writable.getWriter();
    const buffer = piece(3);
    await writer.write(buffer);
    buffer.fill(9);
    await writer.close();
    const text = await readText(await store.read());
    expect(text).toBe('\u0001\u0001\u0001');
  });

  it('joins the chunks in order', async () => {
    const store = await openRecordingStore(show, 'video/webm');
    const writer = store.writable.getWriter();
    for (const letter of 'abcdefghijkl') {
      vi.advanceTimersByTime(4_000);
      await writer.write(new TextEncoder().encode(letter));
    }
    const film = await store.read();
    expect([await readText(film), film?.type]).toEqual(['abcdefghijkl', 'video/webm']);
  });

  it('lists all recordings of a show, oldest first, until they are discarded', async () => {
    for (const length of [10, 20]) {
      const store = await openRecordingStore(show, 'video/mp4');
      const writer = store.writable.getWriter();
      await writer.write(piece(length));
      await writer.close();
      vi.advanceTimersByTime(1_000);
    }
    expect(await listSizes(show)).toEqual([10, 20]);
    expect(await listSizes({ ...show, showId: 'another' })).toEqual([]);
    await discardRecordings(show);
    await discardRecordings(show);
    expect(await listSizes(show)).toEqual([]);
  });

  it('separates the accounts of one device', async () => {
    const store = await openRecordingStore(show, 'video/mp4');
    const writer = store.writable.getWriter();
    await writer.write(piece(10));
    await writer.close();
    const other = { ...show, accountId: 'another' };
    expect(await listRecordedShows(show.accountId)).toEqual([show.showId]);
    expect(await listRecordedShows(other.accountId)).toEqual([]);
    await discardRecordings(other);
    expect(await listSizes(other)).toEqual([]);
    expect(await listSizes(show)).toEqual([10]);
  });

  it('has no recording before the first write', async () => {
    const store = await openRecordingStore(show, 'video/mp4');
    expect(await store.read()).toBeNull();
    expect(await listRecordings(show)).toEqual([]);
  });

  it('keeps the recording in memory if the browser cannot write files', async () => {
    Reflect.deleteProperty(navigator, 'storage');
    const store = await openRecordingStore(show, 'video/mp4');
    const writer = store.writable.getWriter();
    await writer.write(piece(5));
    await writer.close();
    expect((await store.read())?.size).toBe(5);
    expect(await listRecordings(show)).toEqual([]);
    await discardRecordings(show);
  });

  it('rejects when the disk is full', async () => {
    const store = await openRecordingStore(show, 'video/mp4');
    vi.spyOn(FakeFile.prototype, 'createWritable').mockRejectedValue(new DOMException('Full.', 'QuotaExceededError'));
    const writer = store.writable.getWriter();
    writer.closed.catch(() => undefined);
    vi.advanceTimersByTime(4_000);
    await expect(writer.write(piece(5))).rejects.toThrow('Full.');
  });
});

it('recordShow records nothing if the browser cannot encode', async () => {
  const media = { video: Object.assign(fakeTrack('video'), { getSettings: () => ({}) }), audio: null };
  expect(await recordShow(show, media, vi.fn())).toBeNull();
  expect(await listRecordings(show)).toEqual([]);
});

/** jsdom has no other way to read files. */
function readText(file: File | null): Promise<string> {
  vi.useRealTimers();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsText(file ?? new Blob());
  });
}
