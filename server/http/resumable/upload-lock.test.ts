import type { UploadLockStore } from './upload-lock';
import { createUploadLocker } from './upload-lock';

const noop = () => undefined;

/** Uploads that another request has locked and never releases. */
function buildHeldUploads() {
  const looks: number[] = [];
  const locks: UploadLockStore = {
    async take() {
      looks.push(Date.now());
      return false;
    },
    stay: async () => false,
    letGo: async () => undefined,
  };
  const lock = createUploadLocker({ locks, untilWritten: async () => undefined, onFailure: noop }).newLock('upload');
  const take = (): Promise<unknown> =>
    lock.lock(new AbortController().signal, noop).catch((error: { code: string }) => error.code);
  return { looks, take };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('R-10: tries to lock an upload at growing intervals, and gives up after 15 s', async () => {
  const { looks, take } = buildHeldUploads();
  const refused = take();
  await vi.advanceTimersByTimeAsync(17_000);
  expect(await refused).toBe('UPLOAD_BUSY');
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  expect(looks.length).toBeLessThan(25);
  expect(pauses[0]).toBe(100);
  expect(pauses.at(-1)).toBe(1_000);
});

it('R-10: reports a holder that cannot release the lock, instead of leaving its rejection unhandled', async () => {
  const locks: UploadLockStore = { take: async () => true, stay: async () => true, letGo: async () => undefined };
  const onFailure = vi.fn();
  const lock = createUploadLocker({ locks, untilWritten: async () => undefined, onFailure }).newLock('upload');
  const failure = new Error('The body could not be closed');
  await lock.lock(new AbortController().signal, () => Promise.reject(failure) as never);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onFailure).toHaveBeenCalledWith(failure);
  await lock.unlock();
});
