import { abilities, extensionCalls } from '@contract/extensions';
import { ApiError } from '@/services/api-error';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { bulkStoreRequested, getTitleFromFileName } from './bulk-upload';
import { emptyDrafts, newFile, type Draft, type DraftFile } from './draft';
import { getFieldErrors } from './draft-problems';
import { parseDraft, serializeDraft } from './draft-storage';
import { ownItems, stateChosen } from './own-items';
import { productStudio } from './product-studio';
import { getStanding } from './draft-wire';
import { studioFeature } from './studio-feature';
import { studioKinds } from './studio-kinds';
import * as studio from './studio-slice';
import { BULK_KEY } from './studio-state';
import { uploadEvents } from './upload-reducer';
import { UPLOAD_START } from './upload-step';

const me = { isPerformer: true, _id: 'me' } as object;
const refuse = (status: number) => {
  throw new ApiError(status, { message: 'Not now.' });
};

const file = (name: string, more: Partial<DraftFile> = {}): DraftFile => ({
  ...newFile,
  localId: name,
  kind: 'photo',
  name: `${name}.jpg`,
  size: 10,
  upload: { step: 'ready', fileId: `file-${name}` },
  ...more,
});

const none = () => ({ data: [], total: 0 });
const lists: Answers = {
  searchPerformerVideos: none,
  searchPerformerGalleries: none,
  searchPerformerPhotos: none,
  searchPerformerProducts: none,
};

function open(kind: Draft['kind'], part: Partial<Draft>, given: Answers, extensions?: readonly string[]) {
  const answers = { ...lists, ...given };
  const made = storeForTest({ features: [studioFeature], answers, user: me, ...(extensions && { extensions }) });
  made.store.dispatch(studio.editorOpened({ kind }));
  made.store.dispatch(studio.draftChanged({ title: 'A walk', ...part }));
  const save = async (as: 'published' | 'draft' = 'published') => {
    made.store.dispatch(studio.storeRequested({ as }));
    await settle();
  };
  const writes = () => made.calls.filter(({ name }) => !name.startsWith('search'));
  return { ...made, save, writes, named: () => writes().map(({ name }) => name) };
}

beforeEach(() => localStorage.clear());

/** @param fails returns the name of the photo to reject */
const galleryAnswers = (fails: () => string | null = () => null): { answers: Answers; forms: FormData[] } => {
  const forms: FormData[] = [];
  return {
    forms,
    answers: {
      createGallery: () => ({ _id: 'g1' }),
      updateGallery: () => ({ _id: 'g1' }),
      uploadPhoto: (_input, options) => {
        const form = options?.form as FormData;
        const fileId = form.get('fileId') ?? 'new';
        if (fails() === fileId) return refuse(500);
        forms.push(form);
        return { _id: `photo-${fileId as string}`, fileId, processing: false };
      },
      updatePhoto: () => ({}),
      deletePhoto: () => true,
      setPhotoCover: () => ({}),
      orderGalleryPhotos: () => true,
    },
  };
};

describe('a gallery', () => {
  it('continues after a failure: no photo is uploaded twice, and it is published once it is complete', async () => {
    let broken: string | null = 'file-b';
    const { answers, forms } = galleryAnswers(() => broken);
    const { store, save, named, calls, writes, visited } = open('gallery', { files: [file('a'), file('b')] }, answers);
    await save();
    expect(named()).toEqual(['createGallery', 'uploadPhoto', 'uploadPhoto']);
    expect(writes()[0]?.input.body).toMatchObject({ title: 'A walk', status: 'inactive' });
    expect(studio.selectSaving(store.getState()).status).toBe('failed');
    expect(visited).toEqual([]);

    // The page was left: the saved draft has the progress up to then.
    const kept = JSON.parse(JSON.stringify(serializeDraft(studio.selectDraft(store.getState()), 5))) as Record<
      string,
      unknown
    >;
    expect(parseDraft(kept, 'gallery')).toMatchObject({
      begunId: 'g1',
      files: [{ storedId: 'photo-file-a' }, { storedId: null }],
    });

    broken = null;
    calls.length = 0;
    await save();
    expect(named()).toEqual(['updateGallery', 'uploadPhoto', 'orderGalleryPhotos', 'setPhotoCover', 'updateGallery']);
    expect(forms.map((form) => [form.get('fileId'), form.get('title')])).toEqual([
      ['file-a', 'A walk 1'],
      ['file-b', 'A walk 2'],
    ]);
    expect(writes()[2]?.input).toMatchObject({ body: { photoIds: ['photo-file-a', 'photo-file-b'] } });
    expect(calls.at(-1)?.input.body).toMatchObject({ status: 'active' });
    expect(visited).toEqual(['/creator/my-gallery']);
    expect(selectToasts(store.getState())).toMatchObject([{ action: 'View gallery', href: '/gallery/g1' }]);
  });

  it('saves changes to its photos: removals, descriptions, order and cover', async () => {
    const stored = (name: string) => file(name, { storedId: name });
    const { store, save, calls } = open(
      'gallery',
      { id: 'g1', state: 'published', files: [stored('a'), stored('b'), stored('c')], coverId: 'b' },
      galleryAnswers().answers,
    );
    store.dispatch(uploadEvents.removed({ place: { key: 'new gallery', slot: 'files', localId: 'a' } }));
    store.dispatch(studio.fileDescribed({ localId: 'c', alt: 'A wave' }));
    store.dispatch(studio.fileMoved({ from: 1, to: 0 }));
    await save();
    expect(calls.map(({ name, input }) => [name, input.params?.['id']])).toEqual([
      ['updateGallery', 'g1'],
      ['deletePhoto', 'a'],
      ['updatePhoto', 'c'],
      ['orderGalleryPhotos', 'g1'],
      ['setPhotoCover', 'b'],
    ]);
    expect(calls[0]?.input.body).not.toHaveProperty('status');
    expect(calls[3]?.input.body).toEqual({ photoIds: ['c', 'b'] });
  });

  it('on a backend without uploads in advance, sends each file with its photo, and no order', async () => {
    const { answers, forms } = galleryAnswers();
    const { store, save, named } = open('gallery', {}, answers, []);
    for (const name of ['a', 'b']) {
      const draftFile = file(name, { upload: { step: 'queued', ...UPLOAD_START } });
      store.dispatch(studio.filePicked({ slot: 'files', file: new File(['\0'], `${name}.jpg`), draftFile }));
    }
    await settle();
    expect(studio.selectDraft(store.getState()).files.map(({ upload }) => upload.step)).toEqual(['held', 'held']);
    await save();
    expect(named()).toEqual(['createGallery', 'uploadPhoto', 'uploadPhoto', 'setPhotoCover', 'updateGallery']);
    expect(forms.map((form) => (form.get('photo') as File).name)).toEqual(['a.jpg', 'b.jpg']);
  });
});

it('does not publish an incomplete gallery if its draft is discarded in another tab while it is being saved', async () => {
  const { answers } = galleryAnswers();
  let goOn = () => undefined as void;
  const asked = new Promise<void>((resolve) => (goOn = resolve));
  const store = answers.uploadPhoto!;
  answers.uploadPhoto = async (...call) => {
    await asked;
    return store(...call);
  };
  const gallery = open('gallery', { files: [file('a'), file('b')] }, answers);
  await gallery.save();
  gallery.store.dispatch(studio.draftClosedElsewhere({ key: 'new gallery' }));
  goOn();
  await settle();
  expect(gallery.named()).toEqual(['createGallery', 'uploadPhoto']);
  expect(selectToasts(gallery.store.getState())).toEqual([]);
});

const plan = { isLater: true, scheduleAt: '2100-01-01T18:00' };
const at = new Date(plan.scheduleAt).toISOString();
const withoutPlans = [...abilities, ...extensionCalls].filter((name) => name !== 'assetSchedule');

describe('a scheduled gallery', () => {
  it('is scheduled only after its photos were added', async () => {
    const { answers } = galleryAnswers();
    const { store, save, named, calls, writes } = open('gallery', { files: [file('a')], ...plan }, answers);
    await save();
    expect(named()).toEqual(['createGallery', 'uploadPhoto', 'setPhotoCover', 'updateGallery']);
    expect(writes()[0]?.input.body).toMatchObject({ status: 'inactive', isSchedule: false, scheduledAt: null });
    expect(calls.at(-1)?.input.body).toMatchObject({ status: 'active', isSchedule: true, scheduledAt: at });
    // A scheduled gallery has no public page to link to.
    expect(selectToasts(store.getState())).toMatchObject([{ text: 'Scheduled' }]);
    expect(selectToasts(store.getState())[0]).not.toHaveProperty('href');
  });

  it('stays scheduled while changes are saved, even if a step fails', async () => {
    const { answers } = galleryAnswers(() => 'file-a');
    const stored = { id: 'g1', state: 'scheduled', files: [file('a')], ...plan } as const;
    const { store, save, named, calls } = open('gallery', { ...stored, files: [...stored.files] }, answers);
    await save();
    expect(named()).toEqual(['updateGallery', 'uploadPhoto']);
    expect(calls[0]?.input.body).toMatchObject({ status: 'active', isSchedule: true, scheduledAt: at });
    store.dispatch(studio.draftChanged({ isLater: false, files: [] }));
    calls.length = 0;
    await save();
    expect(calls.map(({ input }) => input.body)).toMatchObject([
      { status: 'inactive', isSchedule: false, scheduledAt: null },
      { status: 'active', isSchedule: false, scheduledAt: null },
    ]);
  });
});

describe('the schedule', () => {
  const own = {
    _id: '1',
    status: 'inactive' as const,
    isSchedule: true,
    scheduledAt: at,
    stats: {},
    createdAt: '',
    updatedAt: '',
  };
  const goods = { ...own, name: 'Mug', type: 'physical', price: 5, stock: 3 };
  const titled = { ...own, title: 'A walk', isSale: false, numOfItems: 1, fileId: 'f1' };
  const sent: unknown[] = [];
  const change: Answers[keyof Answers] = (input, options) => {
    sent.push(options?.form ? Object.fromEntries(options.form) : input.body);
    return titled;
  };
  const asked: Record<'gallery' | 'photo' | 'product', Answers> = {
    gallery: {
      searchPerformerGalleries: () => ({ data: [titled], total: 1 }),
      getPerformerGallery: () => titled,
      searchPerformerPhotos: () => ({ data: [], total: 0 }),
      updateGallery: change,
    },
    photo: { searchPerformerPhotos: () => ({ data: [titled], total: 1 }), updatePhoto: change },
    product: {
      searchPerformerProducts: () => ({ data: [goods], total: 1 }),
      getPerformerProduct: () => goods,
      updateProduct: change,
    },
  };
  const kinds = Object.keys(asked) as (keyof typeof asked)[];

  it.each(kinds)('of a %s is shown in the list and in the editor, and can be canceled', async (kind) => {
    const { store, calls } = storeForTest({ features: [studioFeature], user: me, answers: asked[kind] });
    store.dispatch(ownItems.requested({ kind, state: 'scheduled' }));
    await settle();
    expect(calls[0]?.input.query).toMatchObject({ state: 'scheduled' });
    expect(ownItems.select(store.getState()).rows).toMatchObject([{ isSchedule: true, scheduleAt: at }]);
    store.dispatch(studio.editorOpened({ kind, id: '1' }));
    await settle();
    expect(studio.selectDraft(store.getState())).toMatchObject({ state: 'scheduled', ...plan });
    store.dispatch(stateChosen({ kind, ids: ['1'], to: 'draft' }));
    await settle();
    const none = { isSchedule: false, scheduledAt: null };
    const noneInForm = { isSchedule: 'false', scheduledAt: '' };
    expect(sent.at(-1)).toMatchObject({ status: 'inactive', ...(kind === 'product' ? noneInForm : none) });
  });

  it.each(kinds)('of a %s keeps its seconds when another field is changed', async (kind) => {
    const exact = new Date(new Date(at).getTime() + 30_000).toISOString();
    const answers = asked[kind];
    const { store } = storeForTest({ features: [studioFeature], user: me, answers });
    const save = async (part: Partial<Draft>) => {
      const draft = { ...emptyDrafts[kind], id: '1', price: '5', stock: '3', ...getStanding(own, exact) };
      store.dispatch(studio.editorOpened({ kind, id: '1' }));
      await settle();
      store.dispatch(studio.draftOpened(draft));
      store.dispatch(studio.draftChanged(part));
      store.dispatch(studio.storeRequested({ as: 'published' }));
      await settle();
    };
    await save({ title: 'Another' });
    expect(sent.at(-1)).toMatchObject({ scheduledAt: exact });
    await save({ scheduleAt: '2100-01-02T18:00' });
    expect(sent.at(-1)).toMatchObject({ scheduledAt: new Date('2100-01-02T18:00').toISOString() });
  });

  it.each(kinds)('of a saved draft of a %s is rejected on a backend that would publish it immediately', (kind) => {
    const rules = { maxPrice: 400, canWait: false, canHaveNoText: true, keepsDetails: true, canClear: true };
    const kept = JSON.parse(JSON.stringify(serializeDraft({ ...emptyDrafts[kind], ...plan }, 5))) as Record<
      string,
      unknown
    >;
    const restored = parseDraft(kept, kind);
    expect(restored).toMatchObject(plan);
    expect(studioKinds[kind].getProblems({ ...emptyDrafts[kind], ...restored }, rules).scheduleAt).toBe(
      'This site publishes at once. Choose Now.',
    );
  });

  it('is sent with each of several photos, and with a product', async () => {
    const { answers, forms } = galleryAnswers();
    const { save } = open('photo', { files: [file('a'), file('b')], ...plan }, answers);
    await save();
    const product = { goods: 'physical', price: '5', stock: '3' } as const;
    const { save: put } = open(
      'product',
      { ...product, ...plan },
      {
        createProduct: (_input, options) => {
          forms.push(options?.form as FormData);
          return { _id: 'p1' };
        },
      },
    );
    await put();
    expect(forms.map((form) => [form.get('status'), form.get('isSchedule'), form.get('scheduledAt')])).toEqual(
      Array.from({ length: 3 }, () => ['active', 'true', at]),
    );
  });

  it('is not sent to a backend without schedules', async () => {
    const { answers, forms } = galleryAnswers();
    const gallery = open('gallery', { files: [file('a')] }, answers, withoutPlans);
    await gallery.save();
    for (const { input } of gallery.writes().filter(({ name }) => name.endsWith('Gallery'))) {
      expect(input.body).toHaveProperty('status');
      expect(
        Object.keys(input.body ?? {}).filter((name) => name.startsWith('schedule') || name === 'isSchedule'),
      ).toEqual([]);
    }
    const { save } = open('photo', { files: [file('b')] }, answers, withoutPlans);
    await save('draft');
    expect(forms).toHaveLength(2);
    expect(forms[1]?.get('status')).toBe('inactive');
    for (const form of forms) expect([form.has('isSchedule'), form.has('scheduledAt')]).toEqual([false, false]);
  });
});

describe('photos', () => {
  it('that are removed after an incomplete save are deleted', async () => {
    let broken: string | null = 'file-b';
    const { answers } = galleryAnswers(() => broken);
    const { store, save, calls, writes } = open('photo', { files: [file('a'), file('b')] }, answers);
    await save();
    expect(studio.selectDraft(store.getState()).files).toMatchObject([{ storedId: 'photo-file-a' }, {}]);
    broken = null;
    store.dispatch(uploadEvents.removed({ place: { key: 'new photo', slot: 'files', localId: 'a' } }));
    calls.length = 0;
    await save();
    expect(writes().map(({ name, input }) => [name, input.params?.['id']])).toEqual([
      ['deletePhoto', 'photo-file-a'],
      ['uploadPhoto', undefined],
    ]);
  });
});

describe('a product', () => {
  it('that is shipped ignores a file picked while it was digital', () => {
    const failed = file('a', {
      kind: 'file',
      upload: { step: 'failed', reason: 'No.', canRetry: false, fileId: null, ...UPLOAD_START },
    });
    const product = { ...emptyDrafts.product, title: 'Mug', price: '5', stock: '3', files: [failed] };
    const rules = { maxPrice: 400, canWait: true, canHaveNoText: true, keepsDetails: true, canClear: true };
    expect(productStudio.getProblems({ ...product, goods: 'physical' }, rules)).toEqual({});
    expect(productStudio.getProblems({ ...product, goods: 'digital' }, rules)).toHaveProperty('files');
  });
});

describe('changes made in another tab', () => {
  const asset = {
    _id: '1',
    title: 'A walk',
    name: 'Mug',
    type: 'physical',
    status: 'active',
    stats: {},
    createdAt: '',
    isSale: false,
    isFree: false,
    price: 5,
    stock: 3,
    fileId: 'f1',
    video: { url: '?sign=1' },
    tags: ['sea'],
  };
  type Kind = 'gallery' | 'photo' | 'product' | 'video';

  function edit(kind: Kind, change: () => unknown = () => asset) {
    let stored = asset;
    const photos = () => ({ data: kind === 'photo' ? [stored] : [], total: 1 });
    const answers: Answers = {
      getPerformerGallery: () => stored,
      getPerformerProduct: () => stored,
      getPerformerVideo: () => stored,
      searchPerformerPhotos: photos,
      updateGallery: change,
      updatePhoto: change,
      updateProduct: change,
      updateVideo: change,
      uploadPhoto: () => refuse(500),
      deletePhoto: () => true,
    };
    const made = storeForTest({ features: [studioFeature], user: me, answers, extensions: [] });
    const save = async () => {
      made.store.dispatch(studio.storeRequested({ as: 'published' }));
      await settle();
      return studio.selectSaving(made.store.getState()).error?.code;
    };
    const type = async (part: Partial<Draft>) => {
      made.store.dispatch(studio.editorOpened({ kind, id: '1' }));
      await settle();
      made.store.dispatch(studio.draftChanged(part));
    };
    const changes = () => made.calls.filter(({ name }) => name.startsWith('update'));
    return { ...made, save, type, changes, become: (part: object) => void (stored = { ...stored, ...part }) };
  }

  it.each<[Kind, object, object]>([
    ['gallery', { price: 7, isSale: true }, { updatedAt: 'now' }],
    ['photo', { galleryId: 'g1' }, { processing: true }],
    ['product', { price: 7 }, { image: '?sign=2' }],
    ['product', { stock: 2 }, { updatedAt: 'now' }],
    ['video', { tags: ['sea', 'sand'] }, { video: { url: '?sign=2' } }],
    ['video', { fileId: 'f2' }, { stats: { likes: 9 } }],
  ])('of a %s are not overwritten by a stale draft: %j, but %j is no conflict', async (kind, part, other) => {
    const { type, save, changes, become } = edit(kind);
    await type({ text: 'Typed' });
    become(part);
    expect(await save()).toBe('CHANGED_ELSEWHERE');
    expect(changes()).toEqual([]);
    const again = edit(kind);
    await again.type({ text: 'Typed' });
    again.become(other);
    await again.save();
    expect(again.changes()).toHaveLength(1);
  });

  it('do not include a video file that was sent, but whose response was lost', async () => {
    const { type, save, changes, become } = edit('video', () => refuse(0));
    await type({ files: [file('new', { kind: 'video', upload: { step: 'held', progress: null } })] });
    await save();
    become({ fileId: 'f2' });
    await save();
    expect(changes()).toHaveLength(2);
  });

  it('do not include those that an incomplete save of a gallery has stored', async () => {
    const { type, save, changes, become } = edit('gallery');
    await type({ title: 'Sea', files: [file('new')] });
    await save();
    become({ title: 'Sea' });
    expect(await save()).not.toBe('CHANGED_ELSEWHERE');
    expect(changes()).toHaveLength(2);
  });
});

describe('a video', () => {
  const stored = { _id: 'v1', title: 'A walk', tags: ['sea'], status: 'active', isSale: true, price: 6, fileId: 'f1' };

  it('removes its teaser by a separate call, and omits tags that it never had', async () => {
    const forms: FormData[] = [];
    const { store, save, named } = open(
      'video',
      { id: 'v1', state: 'published', teaser: [file('t', { storedId: 't' })], files: [file('f', { kind: 'video' })] },
      {
        removeVideoFile: () => true,
        updateVideo: (_input, options) => {
          forms.push(options?.form as FormData);
          return stored;
        },
      },
    );
    store.dispatch(uploadEvents.removed({ place: { key: 'new video', slot: 'teaser', localId: 't' } }));
    await save();
    expect(named()).toEqual(['removeVideoFile', 'updateVideo']);
    expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({ title: 'A walk', fileId: 'file-f' });
    expect([...(forms[0]?.keys() ?? [])]).not.toContain('tags');
  });

  /** @returns the fields of the form, except title and offer */
  async function edit(before: object, part: Partial<Draft>, extensions?: readonly string[]) {
    const forms: FormData[] = [];
    const answers: Answers = {
      getPerformerVideo: () => ({
        ...stored,
        video: { url: '?v' },
        stats: {},
        createdAt: '',
        participants: [],
        participantIds: [],
        ...before,
      }),
      updateVideo: (_input, options) => {
        forms.push(options?.form as FormData);
        return stored;
      },
    };
    const made = storeForTest({ features: [studioFeature], answers, user: me, ...(extensions && { extensions }) });
    made.store.dispatch(studio.editorOpened({ kind: 'video', id: 'v1' }));
    await settle();
    made.store.dispatch(studio.draftChanged(part));
    const draft = studio.selectDraft(made.store.getState());
    const canClear = extensions === undefined;
    const rules = { maxPrice: 400, canWait: true, canHaveNoText: true, keepsDetails: true, canClear };
    const problems = studioKinds.video.getProblems(draft, rules);
    made.store.dispatch(studio.storeRequested({ as: 'published' }));
    await settle();
    const { title: _t, isSale: _s, isFree: _f, price: _p, ...fields } = Object.fromEntries(forms[0] ?? []);
    return { fields, problems };
  }

  it.each([[undefined], [[]]])(
    'without tags and description sends no empty texts, with extensions %j',
    async (extensions) => {
      const { fields } = await edit({ tags: [], description: '' }, { price: '7' }, extensions);
      expect(fields).toEqual({ fileId: 'f1' });
    },
  );

  it('loses its last tag and its description if the backend clears fields by empty texts', async () => {
    const { fields, problems } = await edit({ description: 'Nets' }, { tags: [], text: ' ' });
    expect(fields).toMatchObject({ tags: '', description: '' });
    expect(problems).toEqual({});
  });

  it('keeps its last tag if the backend would store empty texts, and shows why', async () => {
    const { fields, problems } = await edit({ participants: [{ _id: 'p' }] }, { tags: [], participants: [] }, []);
    expect(fields).not.toHaveProperty('tags');
    expect(problems).toMatchObject({
      tags: expect.stringContaining('at least one tag') as string,
      participants: expect.stringContaining('at least one creator') as string,
    });
  });

  it('has its file held again when its form fails', async () => {
    const { store, save } = open('video', {}, { uploadVideo: () => refuse(500) }, []);
    const draftFile = file('f', { kind: 'video', upload: { step: 'queued', ...UPLOAD_START } });
    store.dispatch(studio.filePicked({ slot: 'files', file: new File(['\0'], 'f.mp4'), draftFile }));
    await settle();
    await save();
    expect(studio.selectDraft(store.getState()).files).toMatchObject([{ upload: { step: 'held', progress: null } }]);
    expect(studio.selectSaving(store.getState()).error?.message).toBe('Not now.');
  });
});

describe('a bulk upload', () => {
  it('takes titles from file names', () => {
    expect(getTitleFromFileName('by_the-sea take 2.final.mp4')).toBe('by the sea take 2.final');
  });

  it('stores videos one by one; a rejected one stays in the list, and the others continue', async () => {
    const made = storeForTest({
      features: [studioFeature],
      user: me,
      answers: {
        uploadVideo: (_input, options) => {
          const fileId = options?.form?.get('fileId') as string;
          return fileId === 'file-b' ? refuse(422) : { _id: `video-${fileId}` };
        },
      },
    });
    made.store.dispatch(studio.bulkOpened());
    const late = file('c', { kind: 'video', upload: { step: 'sending', secondsLeft: null, ...UPLOAD_START } });
    made.store.dispatch(studio.draftChanged({ files: [file('a'), file('b'), late] }));
    made.store.dispatch(bulkStoreRequested({ as: 'draft' }));
    await settle();
    const shown = () =>
      studio.selectDraft(made.store.getState()).files.map(({ storedId, refusal }) => storedId ?? refusal);
    expect(shown()).toEqual(['video-file-a', 'Not now.', undefined]);
    const place = { key: BULK_KEY, slot: 'files', localId: 'c' } as const;
    made.store.dispatch(uploadEvents.finished({ place, fileId: 'file-c', isReady: false }));
    await settle();
    expect(shown()).toEqual(['video-file-a', 'Not now.', 'video-file-c']);
    expect(studio.selectSaving(made.store.getState()).status).toBe('idle');
    expect(made.visited).toEqual([]);
    made.store.dispatch(uploadEvents.removed({ place: { key: BULK_KEY, slot: 'files', localId: 'b' } }));
    made.store.dispatch(bulkStoreRequested({ as: 'draft' }));
    await settle();
    expect(made.visited).toEqual(['/creator/my-video']);
  });

  it('does not redirect a creator who left the page, and does not store a video without a title', async () => {
    const made = storeForTest({
      features: [studioFeature],
      user: me,
      answers: { uploadVideo: () => ({ _id: 'v1' }) },
    });
    made.store.dispatch(studio.bulkOpened());
    made.store.dispatch(studio.draftChanged({ files: [file('a'), { ...file('b'), name: '___.mp4' }] }));
    made.store.dispatch(bulkStoreRequested({ as: 'published' }));
    await settle();
    const [, nameless] = studio.selectDraft(made.store.getState()).files;
    expect(nameless).toMatchObject({ storedId: null, refusal: 'Add a title.' });
    const place = { key: BULK_KEY, slot: 'files', localId: 'b' } as const;
    made.store.dispatch(studio.fileTitled({ place, title: 'Kiln' }));
    made.store.dispatch(bulkStoreRequested({ as: 'published' }));
    window.history.pushState(null, '', '/messages');
    await settle();
    window.history.pushState(null, '', '/');
    expect(made.calls.filter(({ name }) => name === 'uploadVideo')).toHaveLength(2);
    expect(made.visited).toEqual([]);
  });
});

describe('a product without a picture', () => {
  const refused = (message: string) => () => {
    throw new ApiError(400, { statusCode: 400, message });
  };
  const product = { stock: '3', price: '9', goods: 'physical' } as const;

  it('shows an error beside the picture if the backend only reports that a file is missing', async () => {
    const { store, save } = open('product', product, { createProduct: refused('File is required') });
    await save();
    const { error } = studio.selectSaving(store.getState());
    expect(getFieldErrors(error)).toEqual({ fields: { picture: 'Add a picture. This site needs one.' } });
  });

  it.each([
    ['is rejected for another reason', product, 'Too many products'],
    ['has a picture', { ...product, thumbnail: [file('p')] }, 'File is required'],
  ])('shows the backend’s error if it %s', async (_what, part, message) => {
    const { store, save } = open('product', part, { createProduct: refused(message) });
    await save();
    expect(getFieldErrors(studio.selectSaving(store.getState()).error)).toEqual({ fields: {}, other: message });
  });
});
