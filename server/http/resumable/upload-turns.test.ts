import type { UploadTurns } from './upload-turns';
import { createUploadLocker } from './upload-turns';

const noop = () => undefined;

/** Uploads that another call has, for good. */
function buildHeldUploads() {
  const looks: number[] = [];
  const turns: UploadTurns = {
    async take() {
      looks.push(Date.now());
      return false;
    },
    stay: async () => false,
    letGo: async () => undefined,
  };
  const lockerOf = createUploadLocker(turns, noop);
  /** @returns the code of what it is refused with. */
  const lock = (accountId: string, signal = new AbortController().signal): Promise<unknown> =>
    lockerOf(accountId).newLock('upload').lock(signal, noop).catch((error: { code: string }) => error.code); // prettier-ignore
  return { looks, lock };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('R-10: a call that waits for an upload looks more and more rarely, and gives up after 15 s', async () => {
  const { looks, lock } = buildHeldUploads();
  const refused = lock('account');
  await jest.advanceTimersByTimeAsync(17_000);
  expect(await refused).toBe('UPLOAD_BUSY');
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  expect(looks.length).toBeLessThan(25);
  expect(pauses[0]).toBe(100);
  expect(pauses.at(-1)).toBe(1_000);
});

it('R-10: only a few calls of an account wait for uploads; others are refused at once', async () => {
  const { looks, lock } = buildHeldUploads();
  const gone = new AbortController();
  const waiting = Array.from({ length: 5 }, () => lock('account', gone.signal));
  await jest.advanceTimersByTimeAsync(0);
  expect(await lock('account')).toBe('UPLOAD_BUSY');
  expect(looks).toHaveLength(6);
  const other = lock('other');
  gone.abort();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['UPLOAD_BUSY']));
  const hasEnded = jest.fn();
  const next = lock('account');
  void next.then(hasEnded);
  await jest.advanceTimersByTimeAsync(0);
  expect(hasEnded).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(17_000);
  expect(await Promise.all([other, next])).toEqual(['UPLOAD_BUSY', 'UPLOAD_BUSY']);
});
