import type { Mock } from 'vitest';
import { Upload } from 'tus-js-client';
import { sendInChunks } from './resumable-upload';

vi.mock('tus-js-client', () => ({
  Upload: vi.fn(function Upload() {
    return { start: vi.fn(), abort: vi.fn() };
  }),
}));

const parts = (signal: AbortSignal) => ({
  ...({ file: new File(['x'], 'a.mp4'), purpose: 'feed-video', uploadId: null, signal } as const),
  getToken: () => 't',
  onBegun: () => undefined,
  onProgress: () => undefined,
});
const made = () => vi.mocked(Upload).mock.results.at(-1)?.value as Record<'start' | 'abort', Mock>;

it('an upload sends nothing if the file was paused or removed while the module loaded', () => {
  const abort = new AbortController();
  abort.abort();
  void sendInChunks(parts(abort.signal));
  expect(made().start).not.toHaveBeenCalled();
});

it('a running upload can be aborted', () => {
  const abort = new AbortController();
  void sendInChunks(parts(abort.signal));
  expect(made().start).toHaveBeenCalledTimes(1);
  abort.abort();
  expect(made().abort).toHaveBeenCalledTimes(1);
});
