import type { MockInstance } from 'vitest';
import { loggedOut } from '@/features/identity/auth/session-slice';
import { networkChanged, selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { findPickedFile, savePickedFile, deletePickedFiles } from '@/services/picked-file-store';
import { pickedFilesOwnerStore } from '@/services/storage';
import { cancelUpload, sendInChunks, type ChunkedUploadOptions } from '@/services/resumable-upload';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { emptyDrafts, type DraftFile } from './draft';
import { toPicked } from './file-rules';
import { serializeDraft } from './draft-storage';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';
import { uploadEvents } from './upload-reducer';
import type { FileUpload } from './upload-step';

vi.mock('@/services/resumable-upload', () => ({
  sendInChunks: vi.fn(),
  cancelUpload: vi.fn(async () => undefined),
}));
vi.mock('@/services/picked-file-store', () => ({
  savePickedFile: vi.fn(async () => true),
  findPickedFile: vi.fn(async () => undefined),
  deletePickedFiles: vi.fn(async () => undefined),
}));

let tries: { parts: ChunkedUploadOptions; succeed(): void; fail(error: ApiError): void }[] = [];
beforeEach(() => {
  localStorage.clear();
  tries = [];
  vi.clearAllMocks();
  vi.mocked(sendInChunks).mockImplementation(
    (parts) =>
      new Promise((resolve, reject) => {
        tries.push({ parts, succeed: () => resolve('f1'), fail: reject });
      }),
  );
});
afterEach(() => vi.useRealTimers());

const place = { key: 'new feed', slot: 'files', localId: 'l1' } as const;
const file = new File(['\0\0\0\x18ftypisom'], 'clip.mp4', { type: 'video/mp4' });
const status: Answers = { getFileStatus: () => ({ _id: 'f1', status: 'finished' }) };

function start(answers: Answers = status, extensions?: readonly string[]) {
  const made = storeForTest({
    features: [studioFeature],
    answers,
    extensions,
    user: { isPerformer: true, _id: 'me' } as object,
  });
  const fileIn = () => studio.selectFile(place)(made.store.getState());
  return { ...made, fileIn };
}

function pick({ store }: Pick<ReturnType<typeof start>, 'store'>) {
  const draftFile: DraftFile = { ...toPicked(file, 'video', 'files', true), localId: 'l1' };
  store.dispatch(studio.filePicked({ slot: 'files', file, draftFile }));
}

const last = () => tries.at(-1) ?? Promise.reject(new Error('No upload was started'));

/** Loading and sending take real time, not time of the fake clock. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await vi.advanceTimersByTimeAsync(1);
}

it('a file is sent in chunks with its purpose, and is ready once it is processed', async () => {
  const made = start();
  pick(made);
  await settle();
  const { parts, succeed } = await last();
  expect(parts).toMatchObject({ purpose: 'feed-video', uploadId: null, file });
  parts.onBegun('u1');
  parts.onProgress(0.4);
  await settle();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'sending', progress: 0.4, uploadId: 'u1' }, isOnDevice: true });
  succeed();
  await settle();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'ready', fileId: 'f1' } });
  expect(cancelUpload).not.toHaveBeenCalled();
});

describe('the preview of a picked photo', () => {
  let revoked: string[] = [];
  beforeEach(() => {
    let count = 0;
    revoked = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(count += 1)}`);
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
  });
  const thumbnail = 'https://media.test/f1/small';

  async function pickPhotos(bytes = [0xff, 0xd8, 0xff, 0xe0]) {
    const made = start({ getFileStatus: () => ({ _id: 'f1', status: 'finished', thumbnails: [thumbnail] }) });
    const photo = new File([Uint8Array.from(bytes)], 'sea.jpg', { type: 'image/jpeg' });
    for (const localId of ['l1', 'l2']) {
      const draftFile: DraftFile = { ...toPicked(photo, 'photo', 'files', true), localId };
      made.store.dispatch(studio.filePicked({ slot: 'files', file: photo, draftFile }));
    }
    await settle();
    return made;
  }

  it('exists while the draft shows it, and is revoked when the file is removed', async () => {
    const { store, fileIn } = await pickPhotos();
    await vi.waitFor(() => expect(fileIn()?.upload.step).toBe('sending'));
    expect(fileIn()).toMatchObject({ upload: { step: 'sending' }, previewUrl: 'blob:1' });
    expect(revoked).toEqual([]);
    store.dispatch(uploadEvents.removed({ place }));
    await settle();
    expect(revoked).toEqual(['blob:1']);
  });

  it('is revoked once the server provides one', async () => {
    const { fileIn } = await pickPhotos();
    await vi.waitFor(() => expect(tries).not.toHaveLength(0));
    tries[0]?.succeed();
    await vi.waitFor(() => expect(fileIn()).toMatchObject({ upload: { step: 'ready' }, previewUrl: thumbnail }));
    expect(revoked).toEqual(['blob:1']);
  });

  it('is revoked if the file is not a photo', async () => {
    await pickPhotos(Array.from('<!doctype html><p>No photo.</p>', (character) => character.charCodeAt(0)));
    expect(revoked).toEqual(['blob:1', 'blob:2']);
  });

  it.each([
    ['its draft is stored or discarded', studio.draftClosed({ key: 'new feed' })],
    ['another tab stores or discards its draft', studio.draftClosedElsewhere({ key: 'new feed' })],
    ['the creator logs out', loggedOut()],
  ])('is revoked when %s', async (_when, action) => {
    const { store } = await pickPhotos();
    store.dispatch(action);
    await settle();
    expect(revoked).toEqual(['blob:1', 'blob:2']);
  });
});

describe('the content of a file', () => {
  const page = '<!doctype html><p>Not a film.</p>';
  const jpeg = '\xff\xd8\xff\xe0\0\x10JFIF';
  const getFile = (content: string, name: string, type: string) =>
    new File([Uint8Array.from(content, (character) => character.charCodeAt(0))], name, { type });
  const advice = 'Choose a video (MP4, MOV, WebM, MKV or AVI).';
  const notSupported = 'This file type is not supported.';

  function pickAs(made: ReturnType<typeof start>, picked: File, kind: DraftFile['kind'], knowsKinds: boolean) {
    const draftFile: DraftFile = { ...toPicked(picked, kind, 'files', knowsKinds), localId: 'l1' };
    made.store.dispatch(studio.filePicked({ slot: 'files', file: picked, draftFile }));
  }

  it('with too many megapixels is not sent, and the row shows the limit', async () => {
    const size = '\0\0\x28\xa0\0\0\x25\xe4';
    const png = `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${size}\x08\x02\0\0\0`;
    const made = start();
    pickAs(made, getFile(png, 'poster.png', 'image/png'), 'photo', true);
    await settle();
    expect(made.fileIn()).toMatchObject({
      upload: {
        step: 'failed',
        reason: 'This photo has 100.9 megapixels. The limit is 100 megapixels: save it smaller and try again.',
      },
      previewUrl: null,
    });
    expect(tries).toEqual([]);
  });

  it.each(['image/heic', ''])('that is HEIC, with type "%s", is sent, and shown after its conversion', async (type) => {
    const made = start();
    pickAs(made, getFile('\0\0\0\x18ftypheic\0\0\0\0', 'IMG_0001.HEIC', type), 'photo', true);
    expect(made.fileIn()).toMatchObject({ previewUrl: null, upload: { step: 'queued' } });
    await settle();
    expect(tries).toHaveLength(1);
  });

  it.each([
    ['a text file', 'Notes of a day.', 'video', advice],
    ['a web page', page, 'video', advice],
    ['a picture', jpeg, 'video', advice],
    ['an archive', 'PK\x03\x04\x14\0\0\0', 'video', advice],
    ['an unsupported video', '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video', advice],
    ['a web page', page, 'photo', 'Choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC).'],
    [
      'a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'photo',
      'Choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC).',
    ],
    ['a video', '\0\0\0\x18ftypisom', 'photo', 'Choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC).'],
    ['a document', '%PDF-1.7\n', 'audio', 'Choose an audio file (MP3, M4A, AAC, OGG, WAV or FLAC).'],
  ] as const)(
    'that is %s under another name is not sent, and the row shows why',
    async (_what, content, kind, words) => {
      const made = start();
      const types = { video: 'video/mp4', photo: 'image/jpeg', audio: 'audio/mpeg' };
      pickAs(made, getFile(content, 'renamed', types[kind]), kind, true);
      await settle();
      expect(made.fileIn()).toMatchObject({
        upload: { step: 'failed', reason: `${notSupported} ${words}`, canRetry: false },
      });
      expect(made.fileIn()).toMatchObject({ previewUrl: null });
      expect(tries).toEqual([]);
      expect(savePickedFile).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['is of no known type', '\xff\xfb\x90\x64\0\0'],
    ['matches its type', '\0\0\0\x18ftypqt  '],
  ])('is sent if it %s', async (_what, content) => {
    const made = start();
    pickAs(made, getFile(content, 'film.mov', ''), 'video', true);
    await settle();
    expect(tries).toHaveLength(1);
  });

  it('fails during the upload if it cannot be read', async () => {
    const made = start();
    const gone = getFile(page, 'film.mp4', 'video/mp4');
    vi.spyOn(gone, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('gone')) } as never);
    pickAs(made, gone, 'video', true);
    await settle();
    expect(tries).toHaveLength(1);
  });

  it('is checked again when the file is chosen again', async () => {
    const made = start();
    pick(made);
    await settle();
    made.store.dispatch(uploadEvents.paused({ place }));
    await settle();
    const other = getFile('x'.repeat(file.size), file.name, file.type);
    made.store.dispatch(studio.fileChosenAgain({ place, file: other }));
    await settle();
    expect(made.fileIn()).toMatchObject({ upload: { step: 'failed', reason: `${notSupported} ${advice}` } });
    expect(tries).toHaveLength(1);
  });

  it('is not sent if the file was removed', async () => {
    const made = start();
    pick(made);
    made.store.dispatch(uploadEvents.removed({ place }));
    await settle();
    expect(tries).toEqual([]);
    expect(savePickedFile).not.toHaveBeenCalled();
  });

  describe('on a compatible backend', () => {
    const sent = { _id: 'f1', status: 'finished' };
    const other = () => start({ ...status, uploadFeedVideo: () => sent, uploadFeedPhoto: () => sent }, []);

    it.each([
      ['an AVI video', 'RIFF\x10\0\0\0AVI LIST', 'video/x-msvideo', 'video', 'uploadFeedVideo'],
      ['a Windows Media video', '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video/x-ms-wmv', 'video', 'uploadFeedVideo'],
      ['a HEIC photo', '\0\0\0\x18ftypheic', 'image/heic', 'photo', 'uploadFeedPhoto'],
      ['an SVG drawing', '<svg/>', 'image/svg+xml', 'photo', 'uploadFeedPhoto'],
    ] as const)('is sent if it is %s, which may be supported', async (_what, content, type, kind, call) => {
      const made = other();
      pickAs(made, getFile(content, 'renamed', type), kind, false);
      await settle();
      expect(made.calls.map(({ name }) => name)).toContain(call);
      expect(made.fileIn()).toMatchObject({ upload: { step: 'ready' } });
    });

    it.each([
      ['a web page', page, 'video', 'Choose a video.'],
      ['a program', 'MZ\x90\0\x03', 'video', 'Choose a video.'],
      ['a picture', jpeg, 'video', 'Choose a video.'],
      ['a text file', 'Notes of a day.', 'photo', 'Choose a photo.'],
    ] as const)('is not sent if it claims to be media but is %s', async (_what, content, kind, words) => {
      const made = other();
      pickAs(made, getFile(content, 'renamed', ''), kind, false);
      await settle();
      expect(made.fileIn()).toMatchObject({ upload: { step: 'failed', reason: `${notSupported} ${words}` } });
      expect(made.calls).toEqual([]);
    });
  });
});

it('an upload reports that the server is full, and retries later', async () => {
  vi.useFakeTimers();
  const made = start();
  pick(made);
  await turns();
  const message = 'We have no room for more files right now.';
  (await last()).fail(new ApiError(503, { statusCode: 503, error: 'STORAGE_FULL', message }));
  await turns();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'offline', reason: message } });
  await vi.advanceTimersByTimeAsync(29_000);
  await turns();
  expect(tries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await turns();
  expect(tries).toHaveLength(2);
  (await last()).parts.onProgress(0.4);
  await turns();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'sending' } });
});

it('an interrupted upload retries with increasing delays, and continues where it stopped', async () => {
  vi.useFakeTimers();
  const made = start();
  pick(made);
  await turns();
  const first = await last();
  first.parts.onBegun('u1');
  first.parts.onProgress(0.4);
  first.fail(new ApiError(0, undefined));
  await turns();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'offline', progress: 0.4, reason: null } });
  for (const [count, wait] of [1_000, 2_000, 4_000].entries()) {
    expect(tries).toHaveLength(count + 1);
    await vi.advanceTimersByTimeAsync(wait);
    await turns();
    expect(tries).toHaveLength(count + 2);
    (await last()).fail(new ApiError(0, undefined));
    await turns();
  }
  made.store.dispatch(networkChanged({ isOffline: false }));
  await turns();
  expect(tries).toHaveLength(5);
  expect((await last()).parts).toMatchObject({ uploadId: 'u1' });
  (await last()).succeed();
  await turns();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'ready' } });
});

it('an upload removes its network listeners after each retry', async () => {
  const heard = { add: vi.spyOn(window, 'addEventListener'), drop: vi.spyOn(window, 'removeEventListener') };
  const count = (spy: MockInstance) => spy.mock.calls.filter(([name]) => name === 'online').length;
  vi.useFakeTimers();
  pick(start());
  await turns();
  for (const wait of [1_000, 2_000, 4_000]) {
    (await last()).fail(new ApiError(0, undefined));
    await turns();
    await vi.advanceTimersByTimeAsync(wait);
    await turns();
  }
  expect(tries).toHaveLength(4);
  expect(count(heard.add)).toBe(count(heard.drop));
});

it('a file is sent once, however often a retry is requested', async () => {
  const made = start();
  pick(made);
  await settle();
  (await last()).parts.onBegun('u1');
  (await last()).fail(new ApiError(500, undefined));
  await settle();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'failed', canRetry: true } });
  // Simulates a double tap.
  made.store.dispatch(studio.fileRetryRequested({ place }));
  made.store.dispatch(studio.fileRetryRequested({ place }));
  await settle();
  expect(tries).toHaveLength(2);
  made.store.dispatch(uploadEvents.paused({ place }));
  made.store.dispatch(studio.fileRetryRequested({ place }));
  await settle();
  expect(tries).toHaveLength(3);
});

it('a file that was queued twice is sent once, even if several workers become free together', async () => {
  const { store } = start();
  const pickInto = (localId: string) => {
    const draftFile = { ...toPicked(file, 'video', 'files', true), localId };
    store.dispatch(studio.filePicked({ slot: 'files', file, draftFile }));
  };
  ['a', 'b', 'c'].forEach(pickInto);
  await settle();
  store.dispatch(studio.editorOpened({ kind: 'video' }));
  pickInto('d');
  await settle();
  const waiting = { key: 'new video', slot: 'files', localId: 'd' } as const;
  store.dispatch(uploadEvents.paused({ place: waiting }));
  store.dispatch(studio.fileRetryRequested({ place: waiting }));
  await settle();
  expect(tries).toHaveLength(3);
  store.dispatch(studio.draftClosed({ key: 'new feed' }));
  await settle();
  expect(tries).toHaveLength(4);
});

it('R-5: processing interrupted by a server restart can be retried without another upload', async () => {
  vi.useFakeTimers();
  const failure = 'Our server was stopped each time it worked on this.';
  const replies = [
    { _id: 'f1', status: 'error', failure, canRetry: true },
    { _id: 'f1', status: 'finished' },
  ];
  const retryFile = vi.fn(() => ({ _id: 'f1', status: 'processing' }));
  const made = start({ getFileStatus: () => replies.shift() ?? {}, retryFile });
  pick(made);
  await turns();
  (await last()).succeed();
  await turns();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'failed', reason: failure, canRetry: true } });
  made.store.dispatch(studio.fileRetryRequested({ place }));
  await turns();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'processing' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made.fileIn()).toMatchObject({ upload: { step: 'ready' } });
  expect([retryFile.mock.calls.length, tries.length]).toEqual([1, 1]);
});

it('an upload restarts if the server has lost its chunks', async () => {
  const made = start();
  pick(made);
  await settle();
  const first = await last();
  first.parts.onBegun('u1');
  first.fail(new ApiError(503, undefined));
  await settle();
  made.store.dispatch(networkChanged({ isOffline: false }));
  await settle();
  expect((await last()).parts.uploadId).toBe('u1');
  (await last()).fail(new ApiError(404, undefined));
  await settle();
  expect((await last()).parts.uploadId).toBeNull();
  expect(made.fileIn()).toMatchObject({ upload: { step: 'sending', progress: 0 } });
});

it.each([
  ['that was rejected shows why, without a retry', 400, false],
  ['that hit a server error can be retried', 500, true],
])('an upload %s', async (_what, code, canRetry) => {
  const made = start();
  pick(made);
  await settle();
  (await last()).parts.onBegun('u1');
  (await last()).fail(new ApiError(code, { message: 'No.' }));
  await settle();
  expect(made.fileIn()).toMatchObject({
    upload: { step: 'failed', reason: 'No.', canRetry, uploadId: canRetry ? 'u1' : null },
  });
  expect(tries).toHaveLength(1);
});

it('an upload can be paused while queued or sending, and frees its slot for others', async () => {
  const made = start();
  pick(made);
  await settle();
  (await last()).parts.onBegun('u1');
  (await last()).parts.onProgress(0.4);
  await settle();
  made.store.dispatch(uploadEvents.paused({ place }));
  await settle();
  expect((await last()).parts.signal.aborted).toBe(true);
  expect(made.fileIn()).toMatchObject({ upload: { step: 'paused', progress: 0.4 } });
  const more = Array.from({ length: 4 }, (_, index) => `m${index}`);
  for (const localId of more) {
    const draftFile = { ...toPicked(file, 'video', 'files', true), localId };
    made.store.dispatch(studio.filePicked({ slot: 'files', file, draftFile }));
  }
  await settle();
  expect(tries).toHaveLength(4);
  const waiting = { ...place, localId: 'm3' };
  made.store.dispatch(uploadEvents.paused({ place: waiting }));
  await settle();
  expect(studio.selectFile(waiting)(made.store.getState())?.upload.step).toBe('paused');
  made.store.dispatch(studio.fileRetryRequested({ place }));
  tries[1]?.succeed();
  await settle();
  expect(tries).toHaveLength(5);
  expect((await last()).parts).toMatchObject({ uploadId: 'u1' });
});

it('a removed file is deleted on the device and on the server', async () => {
  const made = start();
  pick(made);
  await settle();
  (await last()).parts.onBegun('u1');
  await settle();
  made.store.dispatch(uploadEvents.removed({ place }));
  await settle();
  expect((await last()).parts.signal.aborted).toBe(true);
  expect(cancelUpload).toHaveBeenCalledWith('u1', expect.any(Function));
  const isWanted = vi.mocked(deletePickedFiles).mock.calls.at(-1)?.[1];
  expect([isWanted?.('l1'), isWanted?.('of another draft')]).toEqual([false, true]);
});

describe('an upload, after a reload,', () => {
  const position = { progress: 0.4, uploadId: 'u1' };

  function leave(upload: FileUpload) {
    const draftFile = { ...toPicked(file, 'video', 'files', true), localId: 'l1', upload };
    const draft = { ...emptyDrafts.feed, text: 'Kept', files: [draftFile] };
    localStorage.setItem('post_draft_me', JSON.stringify(serializeDraft(draft, Date.now())));
    const made = start();
    made.store.dispatch(studio.editorOpened({ kind: 'feed' }));
    return made;
  }

  it('continues automatically', async () => {
    vi.mocked(findPickedFile).mockResolvedValue(file);
    const made = leave({ step: 'sending', secondsLeft: null, ...position });
    await settle();
    expect(findPickedFile).toHaveBeenCalledWith('me', 'l1');
    expect((await last()).parts).toMatchObject({ uploadId: 'u1', file });
    expect(made.fileIn()).toMatchObject({ upload: { step: 'sending', progress: 0.4 } });
  });

  it('stays paused if it was paused', async () => {
    vi.mocked(findPickedFile).mockResolvedValue(file);
    const made = leave({ step: 'paused', ...position });
    await settle();
    expect(made.fileIn()).toMatchObject({ upload: { step: 'paused', progress: 0.4 }, isOnDevice: true });
    expect(tries).toEqual([]);
  });

  it('asks for its file if the browser could not save it, and accepts no other', async () => {
    vi.mocked(findPickedFile).mockResolvedValue(undefined);
    const made = leave({ step: 'offline', reason: null, ...position });
    await settle();
    expect(made.fileIn()).toMatchObject({ upload: { step: 'missing', progress: 0.4 } });
    made.store.dispatch(studio.fileChosenAgain({ place, file: new File(['\0'], 'other.mp4') }));
    await settle();
    expect(selectToasts(made.store.getState())).toMatchObject([{ text: 'This is another file. Choose clip.mp4.' }]);
    expect(tries).toEqual([]);
    made.store.dispatch(studio.fileChosenAgain({ place, file }));
    await settle();
    expect((await last()).parts).toMatchObject({ uploadId: 'u1' });
    expect(savePickedFile).toHaveBeenCalledWith('me', 'l1', file);
  });

  it('deletes files that another account saved', async () => {
    pickedFilesOwnerStore.write('another');
    storeForTest({ user: { isPerformer: true, _id: 'me' } as object });
    await settle();
    expect(vi.mocked(deletePickedFiles).mock.calls).toEqual([['me']]);
  });

  it('deletes the files of an account that has logged out', async () => {
    const made = leave({ step: 'sending', secondsLeft: null, ...position });
    await settle();
    pickedFilesOwnerStore.write('me');
    made.store.dispatch(loggedOut());
    await settle();
    expect(deletePickedFiles).toHaveBeenLastCalledWith(null);
  });
});
