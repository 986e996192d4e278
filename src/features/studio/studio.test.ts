import { ApiError } from '@/services/api-error';
import { selectToasts } from '@/features/ui/ui-slice';
import { settle, storeForTest, type Answers } from '../../../tests/harness/render-with-store';
import {
  emptyDraft,
  problemsOf,
  toDraft,
  toFeedBody,
  canAddFile,
  type Draft,
  type DraftFile,
  type OwnFeed,
} from './draft';
import { studioFeature } from './studio-feature';
import {
  draftChanged,
  draftWanted,
  fileDescribed,
  filePicked,
  fileRemoved,
  postDeleteRequested,
  postsRequested,
  publishRequested,
  selectDraft,
  selectOpening,
  selectPostList,
  selectSaving,
} from './studio-slice';

const refuse = (status: number, body?: unknown) => () => {
  throw new ApiError(status, body);
};
const photo = (overrides: Partial<DraftFile> = {}): DraftFile => ({
  localId: 'l1',
  kind: 'photo',
  name: 'a.jpg',
  size: 10,
  status: 'ready',
  progress: 1,
  fileId: 'f1',
  previewUrl: null,
  alt: '',
  error: null,
  ...overrides,
});
const draft = (overrides: Partial<Draft> = {}): Draft => ({ ...emptyDraft, text: 'Hello', ...overrides });
const poll = (...texts: string[]) => ({
  question: 'Tea?',
  options: texts.map((text) => ({ id: null, text })),
  days: 3,
});

describe('what keeps a draft from being published', () => {
  it('is nothing for a sentence', () => {
    expect(problemsOf(draft(), 400)).toEqual({});
  });

  it.each<[string, Partial<Draft>, object]>([
    ['nothing to see', { text: '  ' }, { text: expect.any(String) }],
    ['a sale without a price', { audience: 'sale', files: [photo()] }, { price: 'Say what it costs.' }],
    ['a sale for nothing', { audience: 'sale', price: '0', files: [photo()] }, { price: 'Say what it costs.' }],
    [
      'a price above the bound',
      { audience: 'sale', price: '400.01', files: [photo()] },
      { price: 'The highest price is $400.00.' },
    ],
    ['a sale of nothing', { audience: 'sale', price: '5' }, { files: 'Add what is for sale.' }],
    ['a file on its way', { files: [photo({ status: 'uploading' })] }, { files: 'Wait until the files are up.' }],
    ['a teaser that failed', { teaser: [photo({ status: 'failed' })] }, { files: expect.stringContaining('failed') }],
    ['a poll with one answer', { poll: poll('Yes', ' ') }, { poll: expect.any(String) }],
    ['a time that has passed', { scheduleAt: '2020-01-01T00:00' }, { scheduleAt: expect.any(String) }],
  ])('is %s', (_what, part, problems) => {
    expect(problemsOf(draft(part), 400)).toEqual(problems);
  });

  it('is not the price at its bound, a picture without words, or a film that is still being prepared', () => {
    const files = [photo({ kind: 'video', status: 'processing' })];
    expect(problemsOf(draft({ text: '', audience: 'sale', price: '400', files }), 400)).toEqual({});
    expect(problemsOf(draft({ poll: poll('Yes', 'No') }), 400)).toEqual({});
  });
});

describe('files of a draft', () => {
  it('are pictures together, or one film, or one sound', () => {
    expect(canAddFile(draft(), 'video')).toBe(true);
    expect(canAddFile(draft({ files: [photo()] }), 'photo')).toBe(true);
    expect(canAddFile(draft({ files: [photo()] }), 'video')).toBe(false);
    expect(canAddFile(draft({ files: [photo({ kind: 'video' })] }), 'video')).toBe(false);
    expect(canAddFile(draft({ files: Array.from({ length: 20 }, () => photo()) }), 'photo')).toBe(false);
  });
});

describe('a draft on its way to the API', () => {
  it.each<[Draft['audience'], object]>([
    ['subscribers', { isSale: false, isFree: false, price: 0, status: 'active' }],
    ['sale', { isSale: true, isFree: false, price: 5, status: 'active' }],
    ['free', { isSale: false, isFree: true, price: 0, status: 'active' }],
    ['everyone', { isSale: true, isFree: false, price: 0, status: 'active' }],
    ['draft', { isSale: false, isFree: false, price: 0, status: 'inactive' }],
  ])('for %s and back', (audience, flags) => {
    const body = toFeedBody(draft({ audience, price: '5' }), []);
    expect(body).toMatchObject(flags);
    const stored = { ...body, _id: '1', files: [], polls: [] } as unknown as OwnFeed;
    expect(toDraft(stored)).toMatchObject({ audience, text: 'Hello', price: audience === 'sale' ? '5' : '' });
  });

  it('names its files in order, with what is on them', () => {
    const files = [photo({ fileId: 'b', alt: 'A bowl' }), photo({ localId: 'l2', fileId: 'a' })];
    const body = toFeedBody(draft({ files, thumbnail: [photo({ fileId: 't' })] }), []);
    expect(body).toMatchObject({ type: 'photo', fileIds: ['b', 'a'], thumbnailId: 't', teaserId: null });
    expect(body.fileAlts).toEqual([
      { fileId: 'b', alt: 'A bowl' },
      { fileId: 'a', alt: '' },
    ]);
  });
});

describe('publishing', () => {
  function start(part: Partial<Draft>, answers: Answers) {
    const made = storeForTest({ features: [studioFeature], answers, user: { isPerformer: true } as object });
    made.store.dispatch(draftChanged({ ...draft(), ...part }));
    made.store.dispatch(publishRequested());
    return made;
  }

  it('stores the answers of a poll first, keeps those that are stored, and goes to the list', async () => {
    let count = 0;
    const options = [
      { id: 'old', text: 'Yes' },
      { id: null, text: 'No' },
      { id: null, text: ' ' },
    ];
    const { store, calls, visited } = start(
      { poll: { ...poll(), options } },
      { createPoll: () => ({ _id: `p${(count += 1)}` }), createFeed: () => ({ _id: '1' }) },
    );
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['createPoll', 'createFeed']);
    expect(calls[1]?.input.body).toMatchObject({ text: 'Hello', pollIds: ['old', 'p1'], pollDescription: 'Tea?' });
    expect(visited).toEqual(['/creator/my-post']);
    expect(selectDraft(store.getState())).toEqual(emptyDraft);
    expect(selectToasts(store.getState())).toMatchObject([{ text: 'Published' }]);
  });

  it('changes a stored post instead of making a second one', async () => {
    const { store, calls } = start({ id: '7' }, { updateFeed: () => ({}) });
    await settle();
    expect(calls).toMatchObject([{ name: 'updateFeed', input: { params: { id: '7' } } }]);
    expect(selectToasts(store.getState())).toMatchObject([{ text: 'Changes saved' }]);
  });

  it('is one post however often the button is pressed', async () => {
    const { store, calls } = start({}, { createFeed: () => ({ _id: '1' }) });
    store.dispatch(publishRequested());
    await settle();
    expect(calls).toHaveLength(1);
  });

  it('keeps the draft with the reason when it is refused, and the reason goes with the next change', async () => {
    const { store, visited } = start({}, { createFeed: refuse(422, { message: 'Too long.' }) });
    await settle();
    expect(selectSaving(store.getState())).toMatchObject({ status: 'failed', error: { message: 'Too long.' } });
    expect(selectDraft(store.getState()).text).toBe('Hello');
    expect(visited).toEqual([]);
    store.dispatch(draftChanged({ text: 'Shorter' }));
    expect(selectSaving(store.getState()).status).toBe('idle');
  });
});

describe('uploading', () => {
  const file = new File(['x'], 'a.mp4');
  const video = photo({ kind: 'video', status: 'uploading', progress: 0, fileId: null });
  const fileIn = (store: { getState(): Parameters<typeof selectDraft>[0] }) => selectDraft(store.getState()).files[0];

  afterEach(() => jest.useRealTimers());

  it('says how far it is, and keeps what is said of the picture meanwhile', async () => {
    let arrive: (() => void) | undefined;
    const { store } = storeForTest({
      features: [studioFeature],
      answers: {
        uploadFeedPhoto: (_input, options) => {
          options?.onProgress?.(0.4);
          return new Promise((resolve) => (arrive = () => resolve({ _id: 'f9' })));
        },
      },
    });
    store.dispatch(filePicked({ slot: 'files', file, draftFile: { ...video, kind: 'photo' } }));
    await settle();
    expect(fileIn(store)).toMatchObject({ status: 'uploading', progress: 0.4 });
    store.dispatch(fileDescribed({ localId: 'l1', alt: 'A bowl' }));
    arrive?.();
    await settle();
    expect(fileIn(store)).toMatchObject({ status: 'ready', progress: 1, fileId: 'f9', alt: 'A bowl' });
  });

  it('reads why a file was refused', async () => {
    const { store } = storeForTest({
      features: [studioFeature],
      answers: { uploadFeedVideo: refuse(413, { message: 'This file is too large.' }) },
    });
    store.dispatch(filePicked({ slot: 'files', file, draftFile: video }));
    await settle();
    expect(fileIn(store)).toMatchObject({ status: 'failed', error: 'This file is too large.' });
  });

  it.each([
    ['finished', { status: 'ready', error: null, previewUrl: 'https://media.test/t' }],
    ['error', { status: 'failed', error: expect.stringContaining('could not be read') }],
  ])('asks until a film is prepared, also across a cut: %s', async (end, result) => {
    jest.useFakeTimers();
    const replies = [
      refuse(0),
      () => ({ status: 'processing' }),
      () => ({ status: end, thumbnails: ['https://media.test/t'] }),
    ];
    const { store, calls } = storeForTest({
      features: [studioFeature],
      answers: {
        uploadFeedVideo: () => ({ _id: 'f9', status: 'processing' }),
        getFileStatus: () => replies.shift()?.(),
      },
    });
    store.dispatch(filePicked({ slot: 'files', file, draftFile: video }));
    await jest.advanceTimersByTimeAsync(4_000);
    expect(fileIn(store)).toMatchObject({ status: 'processing', fileId: 'f9' });
    await jest.advanceTimersByTimeAsync(12_000);
    expect(fileIn(store)).toMatchObject(result);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(calls.filter(({ name }) => name === 'getFileStatus')).toHaveLength(3);
  });

  it('stops when the file is taken out', async () => {
    let signal: AbortSignal | undefined;
    const { store } = storeForTest({
      features: [studioFeature],
      answers: {
        uploadFeedVideo: (_input, options) => {
          signal = options?.signal;
          return new Promise(() => undefined);
        },
      },
    });
    store.dispatch(filePicked({ slot: 'files', file, draftFile: video }));
    await settle();
    store.dispatch(fileRemoved({ slot: 'files', localId: 'l1' }));
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(fileIn(store)).toBeUndefined();
  });
});

describe('own posts', () => {
  const posts = ['1', '2', '3'].map((_id) => ({ _id, files: [], polls: [] }));

  it('lose those that were deleted, and only those', async () => {
    const { store } = storeForTest({
      features: [studioFeature],
      answers: {
        listPerformerFeeds: () => ({ data: posts, total: 3 }),
        deleteFeed: ({ params }) => (params?.['id'] === '2' ? refuse(422, { message: 'Sold.' })() : {}),
      },
    });
    store.dispatch(postsRequested({}));
    await settle();
    store.dispatch(postDeleteRequested({ ids: ['1', '2', '3'] }));
    await settle();
    expect(selectPostList(store.getState())).toMatchObject({ ids: ['2', '3'], total: 2 });
    expect(selectToasts(store.getState())).toMatchObject([{ text: 'Sold.', tone: 'error' }]);
  });

  it('say when one cannot be opened', async () => {
    const { store } = storeForTest({ features: [studioFeature], answers: { getPerformerFeed: refuse(404) } });
    store.dispatch(draftWanted({ id: '9' }));
    expect(selectOpening(store.getState()).status).toBe('pending');
    await settle();
    expect(selectOpening(store.getState())).toMatchObject({ status: 'failed', error: { status: 404 } });
  });
});
