import { loggedOut, logoutRequested } from '@/features/identity/auth/session-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { deletePickedFiles, findPickedFile } from '@/services/picked-file-store';
import { sendInChunks } from '@/services/resumable-upload';
import { unauthorized } from '@/store/call-endpoint';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { bulkStoreRequested } from './bulk-upload';
import { emptyDrafts, type Draft, type DraftFile } from './draft';
import { toPicked } from './file-rules';
import { serializeDraft } from './draft-storage';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';
import { BULK_KEY } from './studio-state';
import { uploadEvents } from './upload-reducer';
import { UPLOAD_START } from './upload-step';

vi.mock('@/services/resumable-upload', () => ({
  sendInChunks: vi.fn(() => new Promise(() => undefined)),
  cancelUpload: vi.fn(async () => undefined),
}));
vi.mock('@/services/picked-file-store', () => ({
  savePickedFile: vi.fn(async () => true),
  findPickedFile: vi.fn(),
  deletePickedFiles: vi.fn(async () => undefined),
}));

const storedAs = 'videos_draft_me';
const file = new File(['\0'.repeat(10)], 'film.mp4', { type: 'video/mp4' });
const getPlace = (localId: string) => ({ key: BULK_KEY, slot: 'files', localId }) as const;

const sending = { step: 'sending', progress: 0, uploadId: 'u1', secondsLeft: null } as const;
const failed = { step: 'failed', reason: null, canRetry: false, fileId: null, ...UPLOAD_START } as const;

const row = (localId: string, part: Partial<DraftFile> = {}): DraftFile => ({
  ...toPicked(file, 'video', 'files', true),
  localId,
  title: `Title ${localId}`,
  ...part,
});
const up = (localId: string, part: Partial<DraftFile> = {}) =>
  row(localId, { upload: { step: 'ready', fileId: `file-${localId}` }, ...part });

const refuse = (status: number, body?: unknown) => {
  throw new ApiError(status, body);
};

/** A backend that stores videos; if `beforeAnswer` throws, the response is lost. */
function shelf(beforeAnswer: (fileId: string | null) => void = () => undefined) {
  const videos: { _id: string; title: string; fileId: string }[] = [];
  const answers: Answers = {
    uploadVideo(_input, options) {
      const form = options?.form as FormData;
      const fileId = form.get('fileId') as string | null;
      if (fileId !== null && videos.some((video) => video.fileId === fileId))
        return refuse(400, { error: 'INVALID_OR_MISSING_FILE', message: 'In something you saved before.' });
      const _id = `video-${videos.length}`;
      videos.push({ _id, title: form.get('title') as string, fileId: fileId ?? `own-${_id}` });
      beforeAnswer(fileId);
      return { _id };
    },
    searchPerformerVideos: () => ({ data: videos, total: videos.length }),
    getFileStatus: ({ params }) => ({ _id: params?.['id'], status: 'finished' }),
  };
  return { videos, answers };
}

function openPage(answers: Answers, { extensions, _id = 'me' }: { extensions?: string[]; _id?: string } = {}) {
  const user = { isPerformer: true, _id } as object;
  const made = storeForTest({ features: [studioFeature], answers, user, ...(extensions && { extensions }) });
  made.store.dispatch(studio.bulkOpened());
  const rows = () => studio.selectDraft(made.store.getState()).files;
  return {
    ...made,
    rows,
    stored: () => rows().map(({ storedId }) => storedId),
    async publish() {
      made.store.dispatch(bulkStoreRequested({ as: 'published' }));
      await settle();
    },
    named: (name: string) => made.calls.filter((one) => one.name === name).length,
  };
}

function leave(files: DraftFile[], part: Partial<Draft> = {}): void {
  const draft = { ...emptyDrafts.video, ...part, files };
  localStorage.setItem(storedAs, JSON.stringify(serializeDraft(draft, Date.now())));
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  vi.mocked(findPickedFile).mockResolvedValue(file);
});

describe('a bulk upload after a reload', () => {
  it('restores titles, choices, stored videos and errors, and continues uploads', async () => {
    leave(
      [
        row('a', { upload: { ...sending, progress: 0.4 } }),
        up('b'),
        up('c', { storedId: 'v1' }),
        row('d', { upload: { ...failed, reason: 'This file is empty.' } }),
        up('e', { title: '', refusal: 'Add a title.' }),
      ],
      { audience: 'sale', price: '4' },
    );
    const { rows, store } = openPage(shelf().answers);
    await settle();
    expect(studio.selectDraft(store.getState())).toMatchObject({ audience: 'sale', price: '4', isRestored: true });
    expect(rows()).toMatchObject([
      { title: 'Title a', upload: { step: 'sending', progress: 0.4 } },
      { title: 'Title b', upload: { step: 'ready' }, storedId: null },
      { title: 'Title c', storedId: 'v1' },
      { upload: { step: 'failed', reason: 'This file is empty.' } },
      { title: '', refusal: 'Add a title.' },
    ]);
    expect(vi.mocked(sendInChunks).mock.calls).toMatchObject([[{ uploadId: 'u1', file }]]);
  });

  it('is saved automatically', async () => {
    const first = openPage(shelf().answers);
    first.store.dispatch(studio.filePicked({ slot: 'files', file, draftFile: row('a') }));
    first.store.dispatch(studio.fileTitled({ place: getPlace('a'), title: 'Crucible' }));
    first.store.dispatch(studio.draftAutosaveRequested());
    await settle();
    first.store.stop();
    const { rows } = openPage(shelf().answers);
    await settle();
    expect(rows()).toMatchObject([{ title: 'Crucible', upload: { step: 'sending' } }]);
  });

  it('shows which file the browser could not save', async () => {
    vi.mocked(findPickedFile).mockResolvedValue(undefined);
    leave([row('a', { upload: { ...sending, progress: 0.4 } })]);
    const { rows, store } = openPage(shelf().answers);
    await settle();
    expect(rows()).toMatchObject([{ title: 'Title a', upload: { step: 'missing' } }]);
    store.dispatch(studio.fileChosenAgain({ place: getPlace('a'), file }));
    await settle();
    expect(vi.mocked(sendInChunks).mock.calls).toMatchObject([[{ uploadId: 'u1' }]]);
  });

  it('holds files again if they are sent with their video', async () => {
    const { answers, videos } = shelf();
    const first = openPage(answers, { extensions: [] });
    first.store.dispatch(studio.filePicked({ slot: 'files', file, draftFile: row('a') }));
    await settle();
    expect(first.rows()).toMatchObject([{ upload: { step: 'held' }, isOnDevice: true }]);
    first.store.dispatch(studio.draftAutosaveRequested());
    await settle();
    first.store.stop();
    const again = openPage(answers, { extensions: [] });
    await settle();
    expect(again.rows()).toMatchObject([{ upload: { step: 'held' }, isOnDevice: true }]);
    await again.publish();
    expect(videos).toMatchObject([{ title: 'Title a' }]);
    expect(again.visited).toEqual(['/creator/my-video']);
  });

  it('is hidden from other accounts, and deleted at logout', async () => {
    leave([up('a')]);
    expect(openPage(shelf().answers, { _id: 'another' }).rows()).toEqual([]);
    const mine = openPage({ ...shelf().answers, logout: () => ({}) });
    await settle();
    expect(mine.rows()).toHaveLength(1);
    mine.store.dispatch(logoutRequested());
    await settle();
    expect(localStorage.getItem(storedAs)).toBeNull();
    expect(openPage(shelf().answers).rows()).toEqual([]);
  });

  it('survives the end of a session', async () => {
    leave([up('a')]);
    const mine = openPage(shelf().answers);
    await settle();
    mine.store.dispatch(studio.fileTitled({ place: getPlace('a'), title: 'Last words' }));
    mine.store.dispatch(unauthorized());
    mine.store.dispatch(loggedOut());
    expect(openPage(shelf().answers).rows()).toMatchObject([{ title: 'Last words' }]);
  });

  it('is not restored if all videos were stored', async () => {
    leave([up('a')]);
    const { store, publish } = openPage(shelf().answers);
    await settle();
    await publish();
    store.dispatch(studio.draftAutosaveRequested());
    await settle();
    expect(localStorage.getItem(storedAs)).toBeNull();
    expect(studio.selectUnfinishedAt(BULK_KEY)(store.getState())).toBeNull();
  });
});

it('removing a row also deletes its file on the device', async () => {
  leave([row('a', { upload: { ...failed, canRetry: true } }), up('b')]);
  const { store, rows } = openPage(shelf().answers);
  await settle();
  store.dispatch(uploadEvents.removed({ place: getPlace('a') }));
  store.dispatch(studio.draftAutosaveRequested());
  await settle();
  const isWanted = vi.mocked(deletePickedFiles).mock.calls.at(-1)?.[1];
  expect([isWanted?.('a'), rows().length]).toEqual([false, 1]);
  expect(localStorage.getItem(storedAs)).not.toContain('Title a');
});

describe('a bulk upload', () => {
  it.each([
    ['here', studio.draftClosed],
    ['in another tab', studio.draftClosedElsewhere],
  ])('that was discarded %s stores no more videos, not even newly picked ones', async (_where, thrownAway) => {
    leave([row('a', { upload: sending })]);
    const { store, publish, named, rows } = openPage(shelf().answers);
    await settle();
    await publish();
    store.dispatch(thrownAway({ key: BULK_KEY }));
    store.dispatch(studio.filePicked({ slot: 'files', file, draftFile: row('b') }));
    await settle();
    store.dispatch(uploadEvents.finished({ place: getPlace('b'), fileId: 'file-b', isReady: true }));
    await settle();
    expect([named('uploadVideo'), rows().length]).toEqual([0, 1]);
    await publish();
    expect(named('uploadVideo')).toBe(1);
  });

  it('stops when another tab takes the draft over', async () => {
    leave([row('a', { upload: sending })]);
    const { store, publish, named } = openPage(shelf().answers);
    await settle();
    await publish();
    store.dispatch(studio.draftLockChanged({ key: BULK_KEY, isMine: false }));
    store.dispatch(uploadEvents.finished({ place: getPlace('a'), fileId: 'file-a', isReady: true }));
    await settle();
    expect([named('uploadVideo'), studio.selectSaving(store.getState()).status]).toEqual([0, 'idle']);
  });
});

describe('changes during a bulk upload', () => {
  it('prevent storing a video whose price was cleared', async () => {
    leave([row('a', { upload: sending })], { audience: 'sale', price: '12' });
    const { store, publish, named, rows } = openPage(shelf().answers);
    await settle();
    await publish();
    store.dispatch(studio.draftChanged({ price: '' }));
    store.dispatch(uploadEvents.finished({ place: getPlace('a'), fileId: 'file-a', isReady: true }));
    await settle();
    expect(named('uploadVideo')).toBe(0);
    expect(rows()).toMatchObject([{ refusal: 'Set a price.', storedId: null }]);
    store.dispatch(studio.draftChanged({ price: '14' }));
    await publish();
    expect(named('uploadVideo')).toBe(1);
  });

  /** Delays the response of the call that stores a video. @returns `taken`: the deleted videos */
  async function hold(answers: Answers = {}) {
    let arrive = () => {};
    const kept = shelf();
    const taken: unknown[] = [];
    leave([up('a'), up('b', { storedId: 'v1' })]);
    const page = openPage({
      ...kept.answers,
      uploadVideo: (...given) =>
        new Promise((resolve) => (arrive = () => resolve(kept.answers.uploadVideo?.(...given)))),
      deleteVideo: ({ params }) => taken.push(params?.['id']),
      ...answers,
    });
    await settle();
    await page.publish();
    return { ...page, taken, arrive: () => (arrive(), settle()) };
  }

  it('do not change the title of a stored video', async () => {
    const { store, arrive, rows } = await hold();
    store.dispatch(studio.filePicked({ slot: 'files', file, draftFile: row('c') }));
    store.dispatch(studio.fileTitled({ place: getPlace('a'), title: 'Title a, and more' }));
    await arrive();
    expect(rows()[0]).toMatchObject({ storedId: 'video-0', title: 'Title a' });
  });

  it('delete a stored video whose row was removed', async () => {
    const { store, arrive, taken } = await hold();
    store.dispatch(uploadEvents.removed({ place: getPlace('a') }));
    await arrive();
    expect(taken).toEqual(['video-0']);
  });

  it('show an error if the deletion of a removed video fails', async () => {
    const { store, arrive } = await hold({ deleteVideo: () => refuse(403, { message: 'Not now.' }) });
    store.dispatch(uploadEvents.removed({ place: getPlace('a') }));
    await arrive();
    expect(selectToasts(store.getState())).toContainEqual(expect.objectContaining({ text: 'Not now.', tone: 'error' }));
  });
});

describe('a video is stored only once', () => {
  /** For files uploaded before, and for files sent with their video. */
  const ways = [
    ['by its file', undefined],
    ['by its title', [] as string[]],
  ] as const;

  async function openWith(answers: Answers, extensions: readonly string[] | undefined) {
    leave([extensions ? row('a', { upload: { step: 'held', progress: null } }) : up('a')]);
    const page = openPage(answers, extensions ? { extensions: [...extensions] } : {});
    await settle();
    return page;
  }

  it.each(ways)('if its response is lost: it is found %s', async (_how, extensions) => {
    const { videos, answers } = shelf(() => refuse(0));
    const { publish, visited, named } = await openWith(answers, extensions);
    await publish();
    expect([videos.length, named('uploadVideo')]).toEqual([1, 1]);
    expect(visited).toEqual(['/creator/my-video']);
  });

  it.each(ways)('if finding it fails as well: a retry first finds it %s', async (_how, extensions) => {
    let isAway = false;
    const { videos, answers } = shelf(() => {
      isAway = true;
      refuse(503);
    });
    const search = answers.searchPerformerVideos!;
    answers.searchPerformerVideos = (input) => (isAway ? refuse(503) : search(input));
    const { publish, rows, visited } = await openWith(answers, extensions);
    await publish();
    expect(rows()).toMatchObject([{ storedId: null, refusal: expect.any(String), sent: expect.anything() }]);
    isAway = false;
    await publish();
    expect(videos).toHaveLength(1);
    expect(visited).toEqual(['/creator/my-video']);
  });

  it.each(ways)('if the page is left during the request: it is found %s', async (_how, extensions) => {
    const { videos, answers } = shelf();
    const store = answers.uploadVideo!;
    answers.uploadVideo = (input, options) => {
      store(input, options);
      return new Promise(() => undefined);
    };
    const first = await openWith(answers, extensions);
    await first.publish();
    first.store.stop();
    const again = openPage(answers, extensions ? { extensions: [...extensions] } : {});
    await settle();
    expect(again.stored()).toEqual(['video-0']);
    await again.publish();
    expect(videos).toHaveLength(1);
  });

  it('even if an earlier video has the same title', async () => {
    let isLost = true;
    const { videos, answers } = shelf();
    videos.push({ _id: 'old', title: 'Title a', fileId: 'file-old' });
    const store = answers.uploadVideo!;
    answers.uploadVideo = (input, options) => (isLost ? refuse(0) : store(input, options));
    const { publish, stored } = await openWith(answers, []);
    await publish();
    // The request never arrived: the earlier video must not be taken for the new one.
    expect(stored()).toEqual([null]);
    isLost = false;
    await publish();
    expect(videos).toHaveLength(2);
  });

  it('even if another video of the upload has the same title', async () => {
    let isLost = true;
    const { videos, answers } = shelf();
    const store = answers.uploadVideo!;
    answers.uploadVideo = (input, options) => {
      if (!isLost) return store(input, options);
      isLost = false;
      return refuse(0);
    };
    leave([
      row('a', { upload: { step: 'held', progress: null }, title: 'Kiln' }),
      row('b', { upload: { step: 'held', progress: null }, title: 'Kiln' }),
    ]);
    const { publish, stored } = openPage(answers, { extensions: [] });
    await settle();
    await publish();
    expect(stored()).toEqual([null, 'video-0']);
    await publish();
    expect(videos.map(({ title }) => title)).toEqual(['Kiln', 'Kiln']);
  });
});
