import { ApiError } from '@/services/api-error';
import { networkChanged } from '@/features/site/ui/ui-slice';
import { sendInChunks, type ChunkedUploadOptions } from '@/services/resumable-upload';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { replayFeature } from './replay-feature';
import { replayRecorded, replayRetried, selectReplayUploads } from './replay-slice';

vi.mock('@/services/resumable-upload', () => ({ sendInChunks: vi.fn() }));

let tries: { parts: ChunkedUploadOptions; succeed(): void; fail(error: unknown): void }[] = [];
beforeEach(() => {
  tries = [];
  vi.mocked(sendInChunks).mockImplementation(
    (parts) => new Promise((resolve, reject) => void tries.push({ parts, succeed: () => resolve('f1'), fail: reject })),
  );
});
afterEach(() => vi.useRealTimers());

const streamId = 'e00000000000000000000001';
const file = new File(['\0\0\0\x18ftypisom'], 'show.mp4', { type: 'video/mp4' });
const fail = (status: number, error?: string) => {
  throw new ApiError(status, { statusCode: status, message: 'No.', ...(error && { error }) });
};
const lost = new ApiError(0, '');

function start(answers: Answers = {}) {
  const made = storeForTest({
    features: [replayFeature],
    user: { isPerformer: true },
    answers: {
      uploadVideo: () => ({ _id: 'v1' }),
      getStreamSummary: () => ({ replayVideoId: null }),
      ...answers,
    },
  });
  made.store.dispatch(replayRecorded({ streamId, file }));
  const read = (show = streamId) => selectReplayUploads(made.store.getState())[show];
  const listCalls = (name: string) => made.calls.filter((call) => call.name === name);
  return { ...made, read, listCalls };
}

const last = () => {
  const found = tries.at(-1);
  if (!found) throw new Error('No upload was started');
  return found;
};

it('a recording is uploaded in chunks and becomes the draft of its show’s replay', async () => {
  const { read, listCalls } = start();
  await settle();
  const { parts, succeed } = last();
  expect(parts).toMatchObject({ purpose: 'performer-video', uploadId: null, file });
  parts.onProgress(0.4);
  await settle();
  expect(read()).toMatchObject({ status: 'sending', progress: 0.4 });
  succeed();
  await settle();
  expect(listCalls('uploadVideo')).toMatchObject([{ input: { body: { streamId, fileId: 'f1', status: 'draft' } } }]);
  expect(read()).toMatchObject({ status: 'sent', videoId: 'v1' });
});

it('the recording of the next show waits until the last one is sent, and can be retried', async () => {
  const { store, read, listCalls } = start();
  await settle();
  store.dispatch(replayRecorded({ streamId: 'e2', file }));
  await settle();
  expect(tries).toHaveLength(1);
  expect(read('e2')).toMatchObject({ status: 'sending', progress: 0 });
  last().succeed();
  await settle();
  expect(listCalls('uploadVideo')).toMatchObject([{ input: { body: { streamId } } }]);
  last().fail(new ApiError(400, { message: 'No.' }));
  await settle();
  expect([read(), read('e2')]).toMatchObject([{ status: 'sent' }, { status: 'failed' }]);
  for (let press = 0; press < 2; press += 1) store.dispatch(replayRetried());
  await settle();
  last().succeed();
  await settle();
  expect(read('e2')).toMatchObject({ status: 'sent', error: null });
  expect(tries).toHaveLength(3);
});

it('a recording that failed is kept while another is sent, and sent again after it', async () => {
  const { store, read } = start();
  await settle();
  last().fail(new ApiError(400, { message: 'No.' }));
  await settle();
  store.dispatch(replayRecorded({ streamId: 'e2', file }));
  await settle();
  expect([read(), read('e2')]).toMatchObject([{ status: 'failed' }, { status: 'sending' }]);
  last().succeed();
  await settle();
  expect([read(), read('e2')]).toMatchObject([{ status: 'sending' }, { status: 'sent' }]);
  last().succeed();
  await settle();
  expect(read()).toMatchObject({ status: 'sent' });
});

it('an interrupted upload continues as soon as the network is back', async () => {
  const { store, read } = start();
  await settle();
  last().parts.onBegun('u1');
  last().parts.onProgress(0.5);
  last().fail(lost);
  await settle();
  expect(tries).toHaveLength(1);
  store.dispatch(networkChanged({ isOffline: false }));
  await settle();
  expect(tries).toHaveLength(2);
  expect(last().parts.uploadId).toBe('u1');
  // The upload has expired on the server.
  last().fail(new ApiError(404, { message: 'No.' }));
  await settle();
  expect(last().parts.uploadId).toBeNull();
  last().succeed();
  await settle();
  expect(read()?.status).toBe('sent');
});

it('the upload retries automatically, and gives up after a long time without progress', async () => {
  vi.useFakeTimers();
  const { read } = start();
  for (let count = 0; count < 41; count += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    last().fail(lost);
  }
  await vi.advanceTimersByTimeAsync(30_000);
  expect(tries).toHaveLength(41);
  expect(read()?.status).toBe('failed');
});

it.each([
  ['a rejected file', 400, 'INVALID_OR_MISSING_FILE'],
  ['a used-up daily quota', 429, 'FILM_QUOTA'],
])('the upload fails without a retry after %s', async (_what, status, code) => {
  const { read, listCalls } = start();
  await settle();
  last().fail(new ApiError(status, { error: code, message: 'No.' }));
  await settle();
  expect(read()).toMatchObject({ status: 'failed', error: { code, message: 'No.' } });
  expect(listCalls('uploadVideo')).toEqual([]);
});

it.each([
  ['the response was lost', () => fail(500)],
  ['the server recorded it too', () => fail(409, 'REPLAY_EXISTS')],
  ['another try stored it', () => fail(400, 'INVALID_OR_MISSING_FILE')],
])('the existing replay is used if %s', async (_why, uploadVideo) => {
  const { read } = start({ uploadVideo, getStreamSummary: () => ({ replayVideoId: 'v2' }) });
  await settle();
  last().succeed();
  await settle();
  expect(read()).toMatchObject({ status: 'sent', videoId: 'v2' });
});

it('the reason is shown if the server rejects the upload', async () => {
  const { read } = start({ uploadVideo: () => fail(404, 'ENTITY_NOT_FOUND') });
  await settle();
  last().succeed();
  await settle();
  expect(read()).toMatchObject({ status: 'failed', error: { code: 'ENTITY_NOT_FOUND' } });
});
