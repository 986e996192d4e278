import { selectToasts } from '@/features/site/ui/ui-slice';
import { cancelUpload, sendInChunks, type ChunkedUploadOptions } from '@/services/resumable-upload';
import { findPickedFile } from '@/services/picked-file-store';
import { acquireTabLock, type TabLockEvent } from '@/services/tab-lock';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { emptyDrafts, type Draft } from './draft';
import { toPicked } from './file-rules';
import { serializeDraft } from './draft-storage';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';

vi.mock('@/services/tab-lock', () => ({ acquireTabLock: vi.fn() }));
vi.mock('@/services/resumable-upload', () => ({
  sendInChunks: vi.fn(() => new Promise(() => undefined)),
  cancelUpload: vi.fn(async () => undefined),
}));
vi.mock('@/services/picked-file-store', () => ({
  savePickedFile: vi.fn(async () => true),
  findPickedFile: vi.fn(),
  deletePickedFiles: vi.fn(async () => undefined),
}));

const key = 'new video';
const storedAs = 'video_draft_me';
const file = new File(['\0'.repeat(10)], 'clip.mp4', { type: 'video/mp4' });
const place = { key, slot: 'files', localId: 'l1' } as const;
const going = {
  ...toPicked(file, 'video', 'files', true),
  localId: 'l1',
  upload: { step: 'sending', progress: 0, uploadId: 'u1', secondsLeft: null },
} as const;
const turn = { request: vi.fn(), release: vi.fn(), close: vi.fn() };
let tell: (news: TabLockEvent) => void = () => undefined;

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  vi.mocked(findPickedFile).mockResolvedValue(file);
  vi.mocked(acquireTabLock).mockImplementation((_name, listener) => {
    tell = listener;
    return turn;
  });
});

const draft = (part: Partial<Draft> = {}): Draft => ({ ...emptyDrafts.video, title: 'Kiln', files: [going], ...part });

function otherKeeps(value: Draft | null, at = Date.now() + 1, name = storedAs): void {
  const oldValue = localStorage.getItem(name);
  const newValue = value && JSON.stringify(serializeDraft(value, at));
  if (newValue === null) localStorage.removeItem(name);
  else localStorage.setItem(name, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key: name, oldValue, newValue }));
}

async function openTab(news: TabLockEvent | null, answers: Answers = {}) {
  const made = storeForTest({ features: [studioFeature], answers, user: { isPerformer: true, _id: 'me' } as object });
  made.store.dispatch(studio.editorOpened({ kind: 'video' }));
  await settle();
  if (news) tell(news);
  await settle();
  return {
    ...made,
    shown: () => studio.selectDraft(made.store.getState()),
    unfinished: () => studio.selectUnfinishedAt('new video')(made.store.getState()),
    isElsewhere: () => studio.selectIsLockedElsewhere(key)(made.store.getState()),
    toasts: () => selectToasts(made.store.getState()).map(({ text }) => text),
    async type(title: string) {
      made.store.dispatch(studio.draftChanged({ title }));
      made.store.dispatch(studio.draftAutosaveRequested());
      await settle();
    },
  };
}
const keptTitle = () => /"title":"([^"]*)"/.exec(localStorage.getItem(storedAs) ?? '')?.[1];
const sent = () => vi.mocked(sendInChunks).mock.calls.map(([parts]): ChunkedUploadOptions => parts);
const arrival = () => new Promise((done) => setTimeout(done, 300));

describe('a draft published or discarded in another tab', () => {
  it('closes in this tab, and is not restored', async () => {
    otherKeeps(draft({ files: [] }), 5);
    const { unfinished, toasts, store } = await openTab('acquired');
    expect(unfinished()).toMatchObject({ title: 'Kiln' });
    otherKeeps(null);
    await settle();
    expect(unfinished()).toBeNull();
    expect(toasts()).toEqual(['Your unfinished video was published or deleted in another tab.']);
    store.dispatch(studio.draftAutosaveRequested());
    await settle();
    expect(localStorage.getItem(storedAs)).toBeNull();
    expect(cancelUpload).not.toHaveBeenCalled();
  });

  it('stays open if it was changed in this tab afterwards', async () => {
    otherKeeps(draft({ files: [] }), 5);
    const { type, unfinished } = await openTab('acquired');
    await type('Newer');
    const oldValue = JSON.stringify(serializeDraft(draft({ files: [] }), 5));
    window.dispatchEvent(new StorageEvent('storage', { key: storedAs, oldValue, newValue: null }));
    await settle();
    expect(unfinished()).toMatchObject({ title: 'Newer' });
  });

  it('closes when this tab gets the lock of the other one', async () => {
    otherKeeps(draft({ files: [] }), 5);
    const { unfinished, isElsewhere } = await openTab('taken');
    localStorage.clear();
    // The storage event has not arrived yet.
    tell('acquired');
    await arrival();
    expect([unfinished(), isElsewhere()]).toEqual([null, false]);
  });
});

describe('a draft written in another tab', () => {
  it('shows the other tab’s autosaves, and this tab neither uploads nor saves', async () => {
    otherKeeps(draft(), 5);
    const { shown, isElsewhere, type, store } = await openTab('taken');
    expect(shown()).toMatchObject({ title: 'Kiln', files: [{ upload: { step: 'sending' } }] });
    expect(isElsewhere()).toBe(true);
    store.dispatch(studio.fileRetryRequested({ place }));
    otherKeeps(draft({ title: 'Kiln, opened' }));
    await settle();
    expect(shown().title).toBe('Kiln, opened');
    await type('Older');
    expect(keptTitle()).toBe('Kiln, opened');
    expect(sent()).toEqual([]);
  });

  it('appears in a tab that was opened before', async () => {
    const { unfinished, isElsewhere } = await openTab(null);
    otherKeeps(draft());
    await settle();
    expect(isElsewhere()).toBe(true);
    expect(unfinished()).toMatchObject({ title: 'Kiln' });
    // The writing tab may not have the lock yet.
    expect(acquireTabLock).toHaveBeenLastCalledWith(expect.any(String), expect.any(Function), { isTaken: true });
  });

  it('can be taken over by this tab, with the newest text and its uploads', async () => {
    otherKeeps(draft(), 5);
    const { store, shown, isElsewhere, type } = await openTab('taken');
    store.dispatch(studio.draftLockRequested({ key }));
    expect(turn.request).toHaveBeenCalledTimes(1);
    localStorage.setItem(storedAs, JSON.stringify(serializeDraft(draft({ title: 'Last words' }), 6)));
    tell('acquired');
    await arrival();
    expect([shown().title, isElsewhere()]).toEqual(['Last words', false]);
    expect(sent()).toMatchObject([{ uploadId: 'u1' }]);
    await type('Newer');
    expect(keptTitle()).toBe('Newer');
  });

  it('cannot be taken over while it is being stored, which a notice says', async () => {
    otherKeeps(draft(), 5);
    const { toasts, isElsewhere } = await openTab('taken');
    tell('refused');
    await settle();
    expect(toasts()).toEqual(['The other tab is still saving this. Try again in a moment.']);
    expect(isElsewhere()).toBe(true);
  });
});

describe('a draft written in this tab', () => {
  it('keeps the newest text if the lock is acquired late', async () => {
    const { type, store, shown, isElsewhere } = await openTab(null);
    await type('Kiln');
    store.dispatch(studio.draftChanged({ title: 'Kiln opening' }));
    tell('taken');
    await settle();
    expect(shown().title).toBe('Kiln opening');
    tell('acquired');
    await arrival();
    expect([shown().title, isElsewhere()]).toEqual(['Kiln opening', false]);
  });

  it('closes if another tab took it over and published it, even without a storage event', async () => {
    const { type, unfinished, isElsewhere } = await openTab(null);
    tell('acquired');
    await type('Kiln');
    tell('requested');
    await settle();
    localStorage.clear();
    tell('acquired');
    await arrival();
    expect([unfinished(), isElsewhere()]).toEqual([null, false]);
  });

  it('is handed over to a tab that requests it, with the newest text; its upload stops without being canceled', async () => {
    otherKeeps(draft(), 5);
    const { store, isElsewhere } = await openTab('acquired');
    expect(sent()).toMatchObject([{ uploadId: 'u1' }]);
    store.dispatch(studio.draftChanged({ title: 'Last words' }));
    tell('requested');
    await settle();
    expect(keptTitle()).toBe('Last words');
    expect([isElsewhere(), turn.release.mock.calls.length]).toEqual([true, 1]);
    expect(sent()[0]?.signal.aborted).toBe(true);
    otherKeeps(null);
    await settle();
    expect(cancelUpload).not.toHaveBeenCalled();
  });

  it('is not handed over while it is being stored', async () => {
    otherKeeps(draft({ files: [] }), 5);
    const { store, isElsewhere } = await openTab('acquired', { uploadVideo: () => new Promise(() => undefined) });
    store.dispatch(studio.storeRequested({ as: 'published' }));
    tell('requested');
    await settle();
    expect([isElsewhere(), turn.release.mock.calls.length]).toEqual([false, 0]);
  });

  it('releases its lock when it is closed', async () => {
    otherKeeps(draft({ files: [] }), 5);
    const { store } = await openTab('acquired');
    store.dispatch(studio.draftClosed({ key }));
    expect(turn.close).toHaveBeenCalledTimes(1);
  });
});

describe('without Web Locks', () => {
  beforeEach(() => void vi.mocked(acquireTabLock).mockReturnValue(undefined));

  it('the tab that wrote last is the writer, and older text does not replace its newer text', async () => {
    otherKeeps(draft(), 5);
    const { type, shown, isElsewhere, store } = await openTab(null);
    expect(sent()).toHaveLength(1);
    // This tab was frozen and missed the storage event.
    localStorage.setItem(storedAs, JSON.stringify(serializeDraft(draft({ title: 'Newer' }), Date.now() + 60_000)));
    await type('Older');
    expect(keptTitle()).toBe('Newer');
    expect([shown().title, isElsewhere()]).toEqual(['Newer', true]);
    expect(sent()[0]?.signal.aborted).toBe(true);
    store.dispatch(studio.draftLockRequested({ key }));
    await arrival();
    await type('Newest');
    expect(isElsewhere()).toBe(false);
    expect(keptTitle()).toBe('Newest');
  });

  it('a draft of another tab is taken over only on request', async () => {
    const { isElsewhere } = await openTab(null);
    otherKeeps(draft());
    await arrival();
    expect(isElsewhere()).toBe(true);
    expect(sent()).toEqual([]);
  });
});
