import { waitFor } from '@testing-library/react';
import { abilities, extensionCalls } from '@contract/extensions';
import { ApiError } from '@/services/api-error';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { emptyDraft, newFile, type Draft, type DraftFile } from './draft';
import { ownItems, removalChosen, stateChosen } from './own-items';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';
import { uploadEvents } from './upload-reducer';
import { UPLOAD_START } from './upload-step';

const me = { isPerformer: true, _id: 'me' } as object;
const refuse = (status: number, body?: unknown) => () => {
  throw new ApiError(status, body);
};
/** Without uploads in chunks, which `upload-saga.test.ts` tests. */
const extensions = [...abilities, ...extensionCalls].filter((name) => name !== 'resumableUploads');
const none = () => ({ data: [], total: 0 });
const start = (answers: Answers = {}) =>
  storeForTest({
    features: [studioFeature],
    answers: { listPerformerFeeds: none, searchPerformerProducts: none, ...answers },
    user: me,
    extensions,
  });
const getWrites = (calls: ReturnType<typeof start>['calls']) =>
  calls.filter(({ name }) => !/^(list|search)/.test(name));
const draft = (overrides: Partial<Draft> = {}): Draft => ({ ...emptyDraft, text: 'Hello', ...overrides });
const place = { key: 'new feed', slot: 'files', localId: 'l1' } as const;
const pick = (overrides: Partial<DraftFile> = {}) => {
  const draftFile: DraftFile = {
    localId: 'l1',
    kind: 'photo',
    name: 'a.jpg',
    size: 10,
    upload: { step: 'queued', ...UPLOAD_START },
    ...newFile,
    ...overrides,
  };
  return studio.filePicked({ slot: 'files', file: new File(['\0'], draftFile.name), draftFile });
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('storing a post', () => {
  function store(part: Partial<Draft>, answers: Answers) {
    const made = start(answers);
    made.store.dispatch(studio.draftChanged({ ...draft(), ...part }));
    made.store.dispatch(studio.storeRequested({ as: 'published' }));
    return made;
  }

  it('stores the new options of its poll first, then the post, and then opens the list', async () => {
    let count = 0;
    const options = [
      { id: 'old', text: 'Yes' },
      { id: null, text: 'No' },
      { id: null, text: ' ' },
    ];
    const {
      store: made,
      calls,
      visited,
    } = store(
      { poll: { question: 'Tea?', options, days: 3, endsAt: null } },
      { createPoll: () => ({ _id: `p${(count += 1)}` }), createFeed: () => ({ _id: '1' }) },
    );
    await settle();
    expect(getWrites(calls).map(({ name }) => name)).toEqual(['createPoll', 'createFeed']);
    expect(getWrites(calls)[1]?.input.body).toMatchObject({
      text: 'Hello',
      pollIds: ['old', 'p1'],
      pollDescription: 'Tea?',
    });
    expect(visited).toEqual(['/creator/my-post']);
    expect(studio.selectDraft(made.getState())).toEqual(emptyDraft);
    expect(selectToasts(made.getState())).toMatchObject([{ text: 'Published' }]);
  });

  it('does not redirect a creator who left the editor', async () => {
    const { store: made, visited } = store({}, { createFeed: () => ({ _id: '1' }) });
    window.history.pushState(null, '', '/messages');
    await settle();
    window.history.pushState(null, '', '/');
    expect(selectToasts(made.getState())).toMatchObject([{ text: 'Published' }]);
    expect(visited).toEqual([]);
  });

  it('reports a failure to a creator who left the editor', async () => {
    const { store: made } = store(
      {},
      {
        createFeed: () => {
          throw new ApiError(422, { error: 'PRICE_OUT_OF_BOUNDS', message: 'Too much.' });
        },
      },
    );
    window.history.pushState(null, '', '/messages');
    await settle();
    window.history.pushState(null, '', '/');
    expect(selectToasts(made.getState())).toMatchObject([{ text: 'Post not saved: Too much.', tone: 'error' }]);
    expect(made.getState().studio.writing.drafts['new feed']).toBeDefined();
  });

  it('keeps other drafts, and text typed while its poll options are being stored', async () => {
    let resolve = () => undefined as void;
    const promise = new Promise<void>((done) => (resolve = done));
    const options = ['Yes', 'No'].map((text) => ({ id: null, text }));
    const poll = { question: 'Tea?', options, days: 3, endsAt: null };
    const made = storeForTest({
      features: [studioFeature],
      answers: {
        listPerformerFeeds: none,
        createPoll: async ({ body }) => {
          await promise;
          return { _id: `p-${(body as { description: string }).description}` };
        },
        createFeed: () => {
          throw new ApiError(422, { error: 'PRICE_OUT_OF_BOUNDS' });
        },
      },
    });
    made.store.dispatch(studio.editorOpened({ kind: 'feed' }));
    made.store.dispatch(studio.draftChanged({ text: 'Hello', poll }));
    made.store.dispatch(studio.storeRequested({ as: 'published' }));
    made.store.dispatch(
      studio.draftChanged({
        poll: { ...poll, question: 'Coffee?', options: [options[0]!, { id: null, text: 'Never' }] },
      }),
    );
    made.store.dispatch(studio.editorOpened({ kind: 'video' }));
    resolve();
    await settle();
    const { drafts } = made.store.getState().studio.writing;
    expect(drafts['new video']).toBeUndefined();
    expect(drafts['new feed']?.poll).toMatchObject({
      question: 'Coffee?',
      options: [
        { id: 'p-Yes', text: 'Yes' },
        { id: null, text: 'Never' },
      ],
    });
  });

  it('can run for two drafts in parallel, each stored once, with separate states', async () => {
    let answer = (_reply: object) => {};
    const { store: made, calls } = start({
      createFeed: () => new Promise((resolve) => (answer = resolve)),
      createProduct: refuse(422, { message: 'Not now.' }),
    });
    const saving = () => studio.selectSaving(made.getState()).status;
    made.dispatch(studio.draftChanged(draft()));
    made.dispatch(studio.storeRequested({ as: 'published' }));
    made.dispatch(studio.storeRequested({ as: 'published' }));
    made.dispatch(studio.editorOpened({ kind: 'product' }));
    expect(saving()).toBe('idle');
    made.dispatch(studio.draftChanged({ title: 'Mug', price: '5', stock: '3' }));
    made.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    expect(getWrites(calls).map(({ name }) => name)).toEqual(['createFeed', 'createProduct']);
    expect(saving()).toBe('failed');
    made.dispatch(studio.editorOpened({ kind: 'feed' }));
    expect(saving()).toBe('pending');
    answer({ _id: '1' });
    await settle();
    expect(saving()).toBe('idle');
  });

  it('does not store poll options again after the post was rejected', async () => {
    const options = [
      { id: null, text: 'Yes' },
      { id: null, text: 'No' },
    ];
    let isFirst = true;
    const { store: made, calls } = store(
      { poll: { question: 'Tea?', options, days: 3, endsAt: null } },
      {
        createPoll: ({ body }) => ({ _id: `p-${String(body?.['description'])}` }),
        createFeed: () => {
          if (!isFirst) return { _id: '1' };
          isFirst = false;
          return refuse(500)();
        },
      },
    );
    await settle();
    made.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    expect(getWrites(calls).map(({ name }) => name)).toEqual(['createPoll', 'createPoll', 'createFeed', 'createFeed']);
    expect(calls.at(-1)?.input.body).toMatchObject({ pollIds: ['p-Yes', 'p-No'] });
  });

  it('updates the stored post instead of creating a second one', async () => {
    const { store: made, calls } = store({ id: '7', state: 'published' }, { updateFeed: () => ({}) });
    await settle();
    expect(calls).toMatchObject([{ name: 'updateFeed', input: { params: { id: '7' } } }]);
    expect(selectToasts(made.getState())).toMatchObject([{ text: 'Changes saved' }]);
  });

  it('creates one post, however often the button is pressed', async () => {
    const { store: made, calls } = store({}, { createFeed: () => ({ _id: '1' }) });
    made.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    expect(getWrites(calls)).toHaveLength(1);
  });

  it('keeps the draft and shows the error when it is rejected, until the next change', async () => {
    const { store: made, visited } = store({}, { createFeed: refuse(422, { message: 'Too long.' }) });
    await settle();
    expect(studio.selectSaving(made.getState())).toMatchObject({ status: 'failed', error: { message: 'Too long.' } });
    expect(studio.selectDraft(made.getState()).text).toBe('Hello');
    expect(visited).toEqual([]);
    made.dispatch(studio.draftChanged({ text: 'Shorter' }));
    expect(studio.selectSaving(made.getState()).status).toBe('idle');
  });
});

describe('a post that announces a show', () => {
  const startsAt = '2100-01-01T18:00:30.000Z';
  const post = {
    _id: '7',
    type: 'scheduled-streaming',
    title: '',
    text: 'Old',
    status: 'active',
    files: [],
    polls: [],
    streamingScheduled: startsAt,
  };

  async function save(typed: Partial<Draft>, stored: object = post) {
    const made = start({ getPerformerFeed: () => stored, updateFeed: () => ({ updated: true }) });
    made.store.dispatch(studio.editorOpened({ kind: 'feed', id: '7' }));
    await settle();
    made.store.dispatch(studio.draftChanged({ text: 'New', ...typed }));
    made.store.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    return made.calls.find(({ name }) => name === 'updateFeed')?.input.body;
  }

  it('is still one, to the second, after its text was changed', async () => {
    expect(await save({})).toMatchObject({ type: 'scheduled-streaming', streamingScheduled: startsAt });
  });

  it('is a text once the announcement was removed', async () => {
    expect(await save({ showAt: null })).toMatchObject({ type: 'text', streamingScheduled: null });
  });

  it('announces the start that was typed', async () => {
    const text = { ...post, type: 'text', streamingScheduled: null };
    expect(await save({}, text)).not.toHaveProperty('streamingScheduled');
    const streamingScheduled = new Date('2100-02-03T20:15').toISOString();
    expect(await save({ showAt: '2100-02-03T20:15' }, text)).toMatchObject({
      type: 'scheduled-streaming',
      streamingScheduled,
    });
  });
});

describe('saving a post that changed elsewhere', () => {
  const photo = { _id: 'f1', type: 'feed-photo', status: 'finished', url: 'https://media.test/f1?sign=1' };
  const post = {
    _id: '7',
    title: '',
    text: 'Old',
    status: 'active',
    isSale: true,
    isFree: false,
    price: 0,
    polls: [],
    files: [photo],
  };

  async function edit(
    others: object,
    { typed = {}, answers = {} }: { typed?: Partial<Draft>; answers?: Answers } = {},
  ) {
    let stored: object = post;
    const made = start({ getPerformerFeed: () => stored, updateFeed: () => ({ updated: true }), ...answers });
    made.store.dispatch(studio.editorOpened({ kind: 'feed', id: '7' }));
    await settle();
    made.store.dispatch(studio.draftChanged({ text: 'Typed', ...typed }));
    stored = { ...post, ...others };
    const save = async () => {
      made.store.dispatch(studio.storeRequested({ as: 'published' }));
      await settle();
    };
    await save();
    const sent = () => made.calls.filter(({ name }) => name === 'updateFeed');
    const become = (next: object) => (stored = { ...post, ...next });
    return { ...made, save, sent, become, saving: () => studio.selectSaving(made.store.getState()) };
  }

  it.each([
    ['its price', { price: 7 }],
    ['its title', { title: 'Kiln' }],
    ['its pictures', { files: [photo, { ...photo, _id: 'f2' }] }],
    ['the description of a picture', { files: [{ ...photo, alt: 'A bowl' }] }],
    ['its schedule', { status: 'inactive', isSchedule: true, scheduleAt: '2100-01-01T18:00:00.000Z' }],
    ['the start of its show', { type: 'scheduled-streaming', streamingScheduled: '2100-01-01T18:00:00.000Z' }],
    ['the end of its poll', { polls: [{ _id: 'p1', description: 'Yes' }], pollExpiredAt: '2100-01-01T18:00:00.000Z' }],
  ])('does not overwrite %s, keeps the draft, and can load the stored post', async (what, others) => {
    const typed = what === 'its schedule' ? { isLater: true, scheduleAt: '2100-02-01T18:00' } : {};
    const { store, sent, saving } = await edit(others, { typed });
    expect(sent()).toEqual([]);
    expect(saving()).toMatchObject({
      status: 'failed',
      error: {
        message: expect.stringMatching(/^This post was changed elsewhere since you opened it: the /),
      },
    });
    expect(studio.selectDraft(store.getState())).toMatchObject({ text: 'Typed', title: '' });
    store.dispatch(studio.draftClosed({ key: '7' }));
    store.dispatch(studio.editorOpened({ kind: 'feed', id: '7' }));
    await settle();
    store.dispatch(studio.draftChanged({ tagline: 'More' }));
    store.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    expect(sent()).toMatchObject([{ input: { body: { text: 'Old' } } }]);
  });

  it.each([
    ['nothing changed', {}],
    ['only counts, pins and the time of the last change differ', { totalLike: 9, isPinned: true, updatedAt: 'now' }],
    [
      'only URLs or the processing state of its files changed',
      { files: [{ ...photo, url: '?sign=2', thumbnails: ['?'], name: 'a' }] },
    ],
  ])('saves the post if %s', async (_when, others) => {
    const { sent } = await edit(others);
    expect(sent()).toMatchObject([{ input: { params: { id: '7' }, body: { text: 'Typed', fileIds: ['f1'] } } }]);
  });

  it('is no conflict if a lost response was the change, but is one after other changes', async () => {
    const typed: Partial<Draft> = {
      title: 'Kiln ',
      audience: 'sale',
      price: '7.00',
      poll: { question: 'Tea?', options: ['Yes', 'No', ''].map((text) => ({ id: null, text })), days: 3, endsAt: null },
    };
    const answers = {
      updateFeed: refuse(0),
      createPoll: (({ body }) => ({ _id: body?.['description'] })) as Answers['createPoll'],
    };
    const { save, sent, saving, become } = await edit({}, { typed, answers });
    const polls = ['Yes', 'No'].map((description) => ({ _id: description, description }));
    const arrived = { title: 'Kiln', text: 'Typed', price: 7, polls, pollDescription: 'Tea?', pollExpiredAt: 'then' };
    become(arrived);
    await save();
    expect(sent()).toHaveLength(2);
    become({ ...arrived, price: 9 });
    await save();
    expect(sent()).toHaveLength(2);
    expect(saving().error).toMatchObject({ code: 'CHANGED_ELSEWHERE' });
  });

  it('fails if the post was deleted', async () => {
    let isGone = false;
    const getPerformerFeed = () => (isGone ? refuse(404, { message: 'It is gone.' })() : post);
    const { save, saving } = await edit({}, { answers: { getPerformerFeed, updateFeed: refuse(0) } });
    isGone = true;
    await save();
    expect(saving().error).toMatchObject({ status: 404, message: 'It is gone.' });
  });
});

describe('uploading a file', () => {
  const fileIn = (store: { getState(): Parameters<typeof studio.selectDraft>[0] }) =>
    studio.selectDraft(store.getState()).files[0];

  it('shows the progress, and keeps a description typed during the upload', async () => {
    let arrive: (() => void) | undefined;
    const { store } = start({
      uploadFeedPhoto: (_input, options) => {
        options?.onProgress?.(0.4);
        return new Promise((resolve) => (arrive = () => resolve({ _id: 'f9' })));
      },
    });
    store.dispatch(pick());
    await settle();
    expect(fileIn(store)).toMatchObject({ upload: { step: 'sending', progress: 0.4 } });
    store.dispatch(studio.fileDescribed({ localId: 'l1', alt: 'A bowl' }));
    arrive?.();
    await settle();
    expect(fileIn(store)).toMatchObject({ upload: { step: 'ready', fileId: 'f9' }, alt: 'A bowl' });
  });

  it('sends three files in parallel, then the others in order', async () => {
    const arrivals: (() => void)[] = [];
    const { store } = start({
      uploadFeedPhoto: () =>
        new Promise((resolve) => void arrivals.push(() => resolve({ _id: `f${arrivals.length}` }))),
    });
    for (const localId of ['a', 'b', 'c', 'd', 'e']) store.dispatch(pick({ localId }));
    await settle();
    const states = () => studio.selectDraft(store.getState()).files.map(({ upload }) => upload.step);
    expect(states()).toEqual(['sending', 'sending', 'sending', 'queued', 'queued']);
    arrivals[1]?.();
    await settle();
    expect(states()).toEqual(['sending', 'ready', 'sending', 'sending', 'queued']);
    store.dispatch(uploadEvents.removed({ place: { ...place, localId: 'e' } }));
    arrivals[0]?.();
    await settle();
    expect(arrivals).toHaveLength(4);
  });

  it('shows why a file was rejected, without a retry', async () => {
    const { store } = start({ uploadFeedPhoto: refuse(413, { message: 'This file is too large.' }) });
    store.dispatch(pick());
    await settle();
    expect(fileIn(store)).toMatchObject({
      upload: { step: 'failed', reason: 'This file is too large.', canRetry: false },
    });
  });

  it('retries a file after a lost connection', async () => {
    let isDown = true;
    const { store } = start({
      uploadFeedPhoto: () => (isDown ? refuse(0)() : { _id: 'f9' }),
    });
    store.dispatch(pick());
    await settle();
    expect(fileIn(store)).toMatchObject({ upload: { step: 'failed', canRetry: true } });
    isDown = false;
    store.dispatch(studio.fileRetryRequested({ place }));
    await settle();
    expect(fileIn(store)).toMatchObject({ upload: { step: 'ready', fileId: 'f9' } });
  });

  it('does not send a file that the browser has rejected', async () => {
    const { store, calls } = start();
    const upload = { step: 'failed', reason: 'This file is empty.', canRetry: false, fileId: null } as const;
    store.dispatch(pick({ upload: { ...upload, ...UPLOAD_START } }));
    await settle();
    expect(calls).toEqual([]);
    expect(fileIn(store)).toMatchObject({ upload });
  });

  it.each([
    [{ status: 'finished' }, { upload: { step: 'ready' }, previewUrl: 'https://media.test/t' }],
    [{ status: 'error' }, { upload: { step: 'failed', reason: expect.stringContaining('could not be read') } }],
    [
      { status: 'error', failure: 'It is too large for our virus scanner.' },
      { upload: { step: 'failed', reason: 'It is too large for our virus scanner. Choose another file.' } },
    ],
  ])('polls until a video is processed, even after a lost connection: %j', async (end, result) => {
    vi.useFakeTimers();
    const replies = [
      refuse(0),
      () => ({ status: 'processing' }),
      () => ({ ...end, thumbnails: ['https://media.test/t'] }),
    ];
    const { store, calls } = start({
      uploadFeedVideo: () => ({ _id: 'f9', status: 'processing' }),
      getFileStatus: () => replies.shift()?.(),
    });
    store.dispatch(pick({ kind: 'video' }));
    for (let turn = 0; turn < 10; turn += 1) await vi.advanceTimersByTimeAsync(100);
    expect(fileIn(store)).toMatchObject({ upload: { step: 'processing', fileId: 'f9' } });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(fileIn(store)).toMatchObject(result);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(calls.filter(({ name }) => name === 'getFileStatus')).toHaveLength(3);
  });

  it.each([
    ['the file is removed', uploadEvents.removed({ place })],
    ['the draft is discarded', studio.draftClosed({ key: 'new feed' })],
  ])('stops when %s', async (_when, action) => {
    let signal: AbortSignal | undefined;
    const { store } = start({
      uploadFeedVideo: (_input, options) => {
        signal = options?.signal;
        return new Promise(() => undefined);
      },
    });
    store.dispatch(pick({ kind: 'video' }));
    await settle();
    expect(signal?.aborted).toBe(false);
    store.dispatch(action);
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(fileIn(store)).toBeUndefined();
  });

  it('continues while another post is edited', async () => {
    let arrive: (() => void) | undefined;
    const { store } = start({
      uploadFeedPhoto: () => new Promise((resolve) => (arrive = () => resolve({ _id: 'f9' }))),
      getPerformerFeed: () => ({ _id: '7', text: 'Old', status: 'active', files: [], polls: [] }),
    });
    store.dispatch(pick());
    store.dispatch(studio.editorOpened({ kind: 'feed', id: '7' }));
    await settle();
    arrive?.();
    await settle();
    expect(studio.selectDraft(store.getState())).toMatchObject({ id: '7', text: 'Old', files: [] });
    store.dispatch(studio.editorOpened({ kind: 'feed' }));
    expect(fileIn(store)).toMatchObject({ upload: { step: 'ready', fileId: 'f9' } });
  });
});

describe('opening a stored post', () => {
  function openTwice() {
    const arrivals: ((reply: unknown) => void)[] = [];
    const getPerformerFeed = () => new Promise((resolve) => arrivals.push(resolve));
    const { store } = storeForTest({ features: [studioFeature], answers: { getPerformerFeed } });
    const open = (id?: string) => store.dispatch(studio.editorOpened({ kind: 'feed', id }));
    const arrive = async (index: number, text: string) => {
      arrivals[index]?.({ _id: '7', text, status: 'active', files: [], polls: [] });
      await settle();
    };
    return { open, arrive, arrivals, shown: () => studio.selectDraft(store.getState()), store };
  }

  it('keeps typed text when the response to an earlier request arrives late', async () => {
    const { open, arrive, shown, store } = openTwice();
    open('7');
    open('7');
    await arrive(1, 'Old');
    store.dispatch(studio.draftChanged({ text: 'Typed' }));
    await arrive(0, 'Old');
    expect(shown()).toMatchObject({ text: 'Typed', isChanged: true });
  });

  it('restores changes that could not be stored, until they are discarded', async () => {
    const { store } = start({
      getPerformerFeed: () => ({ _id: '7', text: 'Old', status: 'active', files: [], polls: [] }),
      updateFeed: refuse(503),
    });
    const open = async () => {
      store.dispatch(studio.editorOpened({ kind: 'feed', id: '7' }));
      await settle();
      return studio.selectDraft(store.getState()).text;
    };
    await open();
    store.dispatch(studio.draftChanged({ text: 'New' }));
    store.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    expect(await open()).toBe('New');
    expect(studio.selectOpening(store.getState()).status).toBe('idle');
    store.dispatch(studio.draftClosed({ key: '7' }));
    expect(await open()).toBe('Old');
  });

  it('ignores errors of a post that is no longer open', async () => {
    const { open, arrivals, store } = openTwice();
    open('7');
    open();
    arrivals[0]?.(Promise.reject(new ApiError(404, { message: 'It is gone.' })));
    await settle();
    expect(studio.selectOpening(store.getState())).toMatchObject({ status: 'idle' });
  });
});

describe('the galleries for a photo', () => {
  const gallery = (_id: string) => ({ _id, title: _id });

  it('are loaded completely', async () => {
    const { store } = start({
      searchPerformerGalleries: ({ query }) => ({ data: [gallery(`from ${String(query?.['offset'])}`)], total: 2 }),
    });
    store.dispatch(studio.galleriesRequested());
    await settle();
    expect(store.getState().studio.writing.galleries).toEqual([gallery('from 0'), gallery('from 1')]);
  });

  it('show an error when they fail to load', async () => {
    const { store } = start({ searchPerformerGalleries: refuse(503, { message: 'Not now.' }) });
    store.dispatch(studio.galleriesRequested());
    await settle();
    expect(selectToasts(store.getState())).toMatchObject([{ tone: 'error' }]);
  });
});

describe('autosave on this device', () => {
  const reallyLater = setTimeout;
  /** Files are read in real time, not by the fake clock: on a busy machine, that takes several turns of the event loop. */
  async function until(isSo: () => boolean): Promise<void> {
    for (let turn = 0; turn < 2_000 && !isSo(); turn += 1) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((done) => reallyLater(done, 5));
    }
    expect(isSo()).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
  }
  const isKept = (text: string) => Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes(text));

  it('saves while typing, and restores the draft with the files that still exist', async () => {
    vi.useFakeTimers();
    const answers: Answers = {
      uploadFeedPhoto: () => ({ _id: 'f1' }),
      getFileStatus: ({ params }) =>
        params?.['id'] === 'f1' ? { status: 'finished', thumbnails: ['https://media.test/t'] } : refuse(404)(),
    };
    const { store } = start(answers);
    store.dispatch(studio.draftChanged({ title: 'Kept' }));
    store.dispatch(pick());
    await until(() => isKept('f1'));
    store.dispatch(studio.fileDescribed({ localId: 'l1', alt: 'Bowl' }));
    await until(() => isKept('Bowl'));
    expect(studio.selectUnfinishedAt('new feed')(store.getState())?.keptAt).not.toBeNull();

    const again = start(answers);
    again.store.dispatch(studio.autosavedDraftRequested({ key: 'new feed' }));
    await until(() => studio.selectUnfinishedAt('new feed')(again.store.getState())?.files[0]?.previewUrl !== null);
    expect(studio.selectUnfinishedAt('new feed')(again.store.getState())).toMatchObject({
      title: 'Kept',
      files: [{ upload: { fileId: 'f1', step: 'ready' }, alt: 'Bowl', previewUrl: 'https://media.test/t' }],
    });
    expect(studio.selectUnfinishedAt('new feed')(again.store.getState())).toMatchObject({ isRestored: true });
  });

  it('saves the last changes when the session ends right after them', async () => {
    const { store } = start({ getMe: refuse(403, { error: 'Forbidden' }) });
    store.dispatch(studio.editorOpened({ kind: 'feed' }));
    for (const text of ['A', 'A long story']) store.dispatch(studio.draftChanged({ text }));
    store.dispatch(currentUserRequested());
    await settle();
    const again = start();
    again.store.dispatch(studio.editorOpened({ kind: 'feed' }));
    await settle();
    expect(studio.selectUnfinishedAt('new feed')(again.store.getState())).toMatchObject({ text: 'A long story' });
  });

  it('saves changes to a stored post until they are stored or discarded', async () => {
    let post: object = {
      _id: '7',
      title: 'Old',
      text: '',
      status: 'active',
      isSale: true,
      isFree: false,
      price: 0,
      polls: [],
      files: [],
    };
    const answers: Answers = { getPerformerFeed: () => post, updateFeed: () => ({ updated: true }) };
    const open = async (more: Answers = {}) => {
      const made = start({ ...answers, ...more });
      made.store.dispatch(studio.editorOpened({ kind: 'feed', id: '7' }));
      await settle();
      return { ...made, shown: () => studio.selectDraft(made.store.getState()) };
    };
    const first = await open({ getMe: refuse(403, { error: 'Forbidden' }) });
    first.store.dispatch(studio.draftChanged({ text: 'Half an hour of work' }));
    first.store.dispatch(currentUserRequested());
    await settle();
    expect(first.shown().text).toBe('');
    const second = await open();
    expect(second.shown()).toMatchObject({
      title: 'Old',
      text: 'Half an hour of work',
      isRestored: true,
      isChanged: true,
    });
    // Saving then shows changes that others have made.
    post = { ...post, title: 'New' };
    const third = await open();
    expect(third.shown()).toMatchObject({ title: 'Old', text: 'Half an hour of work' });
    third.store.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    expect(studio.selectSaving(third.store.getState())).toMatchObject({
      status: 'failed',
      error: { message: /title/ },
    });
    third.store.dispatch(studio.draftClosed({ key: '7' }));
    expect((await open()).shown()).toMatchObject({ title: 'New', text: '', isRestored: false });
  });

  it('shows which file was lost', async () => {
    vi.useFakeTimers();
    const { store } = start({ uploadFeedPhoto: () => ({ _id: 'f1' }) });
    store.dispatch(pick());
    await until(() => isKept('f1'));
    const again = start({ getFileStatus: refuse(404) });
    again.store.dispatch(studio.editorOpened({ kind: 'feed' }));
    await until(() => studio.selectDraft(again.store.getState()).files[0]?.upload.step === 'failed');
    expect(studio.selectDraft(again.store.getState()).files).toMatchObject([
      { upload: { step: 'failed', reason: expect.stringContaining('no longer here') } },
    ]);
  });

  it('deletes stored or discarded drafts, and hides them from other accounts', async () => {
    vi.useFakeTimers();
    const { store } = start();
    store.dispatch(studio.draftChanged({ title: 'Mine' }));
    await vi.advanceTimersByTimeAsync(3_000);
    const other = storeForTest({ features: [studioFeature], user: { ...me, _id: 'other' } });
    other.store.dispatch(studio.autosavedDraftRequested({ key: 'new feed' }));
    expect(studio.selectUnfinishedAt('new feed')(other.store.getState())).toBeNull();
    store.dispatch(studio.draftClosed({ key: 'new feed' }));
    await until(() => Object.keys(localStorage).length === 0);
  });
});

describe('posts in the creator’s own list', () => {
  const posts = ['1', '2', '3'].map((_id) => ({ _id, files: [], polls: [] }));

  it('are not published if their poll has ended', async () => {
    const { store, calls } = start({
      getPerformerFeed: () => ({
        _id: '1',
        text: 'Which?',
        status: 'draft',
        files: [],
        polls: [{ _id: 'p1', description: 'Yes' }],
        pollExpiredAt: '2020-01-01T10:00:00.000Z',
      }),
    });
    store.dispatch(stateChosen({ kind: 'feed', ids: ['1'], to: 'published' }));
    await settle();
    expect(calls.map(({ name }) => name)).not.toContain('updateFeed');
    expect(selectToasts(store.getState())).toMatchObject([{ text: expect.stringMatching(/^The poll would be over/) }]);
  });

  it('wire 2.6: are sent completely when hidden, with all files and options', async () => {
    const whole = {
      _id: '1',
      type: 'photo',
      title: 'Kiln',
      text: 'Hot',
      tagline: 'Tonight',
      isSale: true,
      price: 4,
      fileIds: ['f1', 'f2'],
      files: [{ _id: 'f1', type: 'feed-photo', status: 'error' }],
      thumbnailId: 't1',
      pollIds: ['p1', 'p2'],
      polls: [],
      pollDescription: 'Which?',
      status: 'active',
    };
    const { store, calls } = start({ getPerformerFeed: () => whole, updateFeed: () => ({ updated: true }) });
    store.dispatch(stateChosen({ kind: 'feed', ids: ['1'], to: 'hidden' }));
    await settle();
    expect(calls.find(({ name }) => name === 'updateFeed')?.input.body).toMatchObject({
      type: 'photo',
      title: 'Kiln',
      text: 'Hot',
      isSale: true,
      price: 4,
      status: 'inactive',
      fileIds: ['f1', 'f2'],
      thumbnailId: 't1',
      pollIds: ['p1', 'p2'],
      pollDescription: 'Which?',
    });
  });

  it('are removed from the list only if they were deleted', async () => {
    const { store } = start({
      listPerformerFeeds: () => ({ data: posts, total: 3 }),
      deleteFeed: ({ params }) => (params?.['id'] === '2' ? refuse(422, { message: 'Sold.' })() : {}),
    });
    store.dispatch(ownItems.requested({ kind: 'feed' }));
    await settle();
    store.dispatch(removalChosen({ kind: 'feed', ids: ['1', '2', '3'] }));
    await settle();
    expect(ownItems.select(store.getState())).toMatchObject({ rows: [{ _id: '2' }], total: 1 });
    const said = [{ text: '2 posts deleted' }, { text: 'Sold.', tone: 'error' }];
    expect(selectToasts(store.getState())).toMatchObject(said);
  });

  it('are not deleted one by one while the backend is unavailable', async () => {
    const { store, calls } = start({
      listPerformerFeeds: () => ({ data: posts, total: 3 }),
      deleteFeed: refuse(503),
    });
    store.dispatch(ownItems.requested({ kind: 'feed' }));
    await settle();
    store.dispatch(removalChosen({ kind: 'feed', ids: ['1', '2', '3'] }));
    await settle();
    expect(calls.filter(({ name }) => name === 'deleteFeed')).toHaveLength(1);
    expect(ownItems.select(store.getState()).rows).toHaveLength(3);
  });

  it('that are chosen during another action wait for it', async () => {
    const { store, calls } = start({
      listPerformerFeeds: () => ({ data: posts, total: 3 }),
      getPerformerFeed: ({ params }) => ({ _id: params?.['id'], files: [], polls: [] }),
      updateFeed: () => ({ updated: true }),
      deleteFeed: () => ({}),
    });
    store.dispatch(ownItems.requested({ kind: 'feed' }));
    await settle();
    store.dispatch(stateChosen({ kind: 'feed', ids: ['1'], to: 'hidden' }));
    store.dispatch(stateChosen({ kind: 'feed', ids: ['2'], to: 'hidden' }));
    store.dispatch(removalChosen({ kind: 'feed', ids: ['3'] }));
    store.dispatch(removalChosen({ kind: 'feed', ids: ['1'] }));
    await settle();
    await settle();
    const changed = calls.filter(({ name }) => name === 'updateFeed' || name === 'deleteFeed');
    expect(changed.map(({ name, input }) => [name, input.params?.['id']])).toEqual([
      ['updateFeed', '1'],
      ['updateFeed', '2'],
      ['deleteFeed', '3'],
      ['deleteFeed', '1'],
    ]);
  });

  it('that were deleted in another tab are removed, and the others are still deleted', async () => {
    const { store } = start({
      listPerformerFeeds: () => ({ data: posts, total: 3 }),
      deleteFeed: ({ params }) => (params?.['id'] === '1' ? refuse(404)() : {}),
    });
    store.dispatch(ownItems.requested({ kind: 'feed' }));
    await settle();
    store.dispatch(removalChosen({ kind: 'feed', ids: ['1', '2'] }));
    await settle();
    expect(ownItems.select(store.getState())).toMatchObject({ rows: [{ _id: '3' }], total: 1 });
    expect(selectToasts(store.getState())).toMatchObject([{ text: '2 posts deleted' }]);
  });

  it('move up from the next page after a deletion', async () => {
    let data = posts;
    const { store } = start({ listPerformerFeeds: () => ({ data, total: 4 }), deleteFeed: () => ({}) });
    store.dispatch(ownItems.requested({ kind: 'feed' }));
    await settle();
    data = [{ ...posts[0], _id: '4' }] as typeof posts;
    store.dispatch(removalChosen({ kind: 'feed', ids: ['1', '2', '3'] }));
    await settle();
    expect(ownItems.select(store.getState())).toMatchObject({ rows: [{ _id: '4' }], status: 'ready' });
  });

  it.each([
    ['published', { status: 'active', isSchedule: false }, 'Post published'],
    ['draft', { status: 'inactive', isSchedule: false, scheduleAt: null }, 'Post moved to your drafts'],
    ['hidden', { status: 'inactive', isSchedule: false }, 'Post hidden'],
  ] as const)('can become %s, and then lose their schedule', async (to, body, text) => {
    const stored = { type: 'photo', text: 'Two pages', fileIds: ['f1'], isSale: true, price: 4.5, thumbnailId: null };
    const { store, calls } = start({
      updateFeed: () => ({ updated: true }),
      getPerformerFeed: () => ({ _id: '1', ...stored, files: [], polls: [] }),
      listPerformerFeeds: () => ({ data: posts, total: 3 }),
    });
    store.dispatch(ownItems.requested({ kind: 'feed' }));
    await settle();
    calls.length = 0;
    store.dispatch(stateChosen({ kind: 'feed', ids: ['1'], to }));
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['getPerformerFeed', 'updateFeed', 'listPerformerFeeds']);
    // Sends the whole post: compatible backends delete omitted files.
    const { thumbnailId: _none, ...whole } = stored;
    expect(calls[1]?.input).toMatchObject({ params: { id: '1' }, body: { ...whole, ...body } });
    expect(calls[1]?.input.body).not.toHaveProperty('thumbnailId');
    expect(selectToasts(store.getState())).toMatchObject([{ text }]);
  });

  it('show an error if one of them cannot be opened', async () => {
    const { store } = start({ getPerformerFeed: refuse(404) });
    store.dispatch(studio.editorOpened({ kind: 'feed', id: '9' }));
    expect(studio.selectOpening(store.getState()).status).toBe('pending');
    await settle();
    expect(studio.selectOpening(store.getState())).toMatchObject({ status: 'failed', error: { status: 404 } });
  });
});

it('creators are not searched for by punctuation only', async () => {
  const { store, calls } = storeForTest({ features: [studioFeature], user: { isPerformer: true } as object });
  store.dispatch(studio.participantQueryChanged('🎉'));
  await waitFor(() => expect(store.getState().studio.writing.found).toEqual({ words: '🎉', people: [] }));
  expect(calls).toEqual([]);
});
