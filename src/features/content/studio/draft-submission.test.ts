import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { settle, storeForTest, type Answers, type CallInput } from '../../../../tests/harness/render-with-store';
import { newFile, type Draft, type DraftFile } from './draft';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';

const lost = () => {
  throw new ApiError(0, undefined);
};
const refuse = (status: number, body: object) => {
  throw new ApiError(status, body);
};

interface Stored extends Record<string, unknown> {
  _id: string;
}

const said = ({ body }: CallInput, form?: FormData) => (form ? Object.fromEntries(form) : (body ?? {}));

/** A backend that stores items. `isLossy`: it stores items, but responses are lost. `isCut`: requests are lost. */
function shelf() {
  const state = { isLossy: false, isCut: false, isRefusing: false };
  const items: Record<'feed' | 'gallery' | 'photo' | 'product', Stored[]> = {
    feed: [],
    gallery: [],
    photo: [],
    product: [],
  };
  let clock = Date.parse('2030-01-01T00:00:00Z');
  const answer = <T>(value: T) => (state.isLossy ? lost() : value);

  const list = (kind: keyof typeof items) => () => {
    if (state.isCut) lost();
    const data = items[kind].toReversed();
    return { data, total: data.length };
  };
  const create =
    (kind: keyof typeof items): Answers[keyof Answers] =>
    (input, options) => {
      if (state.isCut) lost();
      if (state.isRefusing) refuse(422, { message: 'Too long.' });
      const fields = said(input, options?.form);
      const fileIds = [fields['fileIds'] ?? [], fields['fileId'] ?? []].flat();
      if (items[kind].some((one) => (one['fileIds'] as string[]).some((id) => fileIds.includes(id))))
        refuse(400, { error: 'INVALID_OR_MISSING_FILE', message: 'In something you saved before.' });
      const files = fileIds.map((_id) => ({ _id, type: 'feed-photo' }));
      clock += 1000;
      const item = {
        ...fields,
        _id: `${kind}-${items[kind].length}`,
        fileIds,
        files,
        stats: {},
        polls: [],
        createdAt: new Date(clock).toISOString(),
      };
      items[kind].push(item);
      return answer(item);
    };
  const update =
    (kind: keyof typeof items): Answers[keyof Answers] =>
    (input, options) => {
      const item = items[kind].find(({ _id }) => _id === input.params?.['id']);
      if (!item) return refuse(404, { message: 'It is gone.' });
      return answer(Object.assign(item, said(input, options?.form)));
    };
  const answers: Answers = {
    createFeed: create('feed'),
    updateFeed: update('feed'),
    listPerformerFeeds: list('feed'),
    createProduct: create('product'),
    updateProduct: update('product'),
    searchPerformerProducts: list('product'),
    createGallery: create('gallery'),
    updateGallery: update('gallery'),
    searchPerformerGalleries: list('gallery'),
    searchPerformerPhotos: list('photo'),
    uploadPhoto: create('photo'),
    updatePhoto: update('photo'),
    deletePhoto: () => true,
    setPhotoCover: () => ({}),
    orderGalleryPhotos: () => true,
    getFileStatus: ({ params }) => ({ _id: params?.['id'], status: 'finished' }),
  };
  return { state, items, answers };
}

const file = (name: string, more: Partial<DraftFile> = {}): DraftFile => ({
  ...newFile,
  localId: name,
  kind: 'photo',
  name: `${name}.jpg`,
  size: 10,
  upload: { step: 'ready', fileId: `file-${name}` },
  ...more,
});

async function openPage(kind: Draft['kind'], answers: Answers, extensions?: string[]) {
  const user = { isPerformer: true, _id: 'me' } as object;
  const made = storeForTest({ features: [studioFeature], answers, user, ...(extensions && { extensions }) });
  made.store.dispatch(studio.editorOpened({ kind }));
  await settle();
  return {
    ...made,
    shown: () => studio.selectDraft(made.store.getState()),
    saving: () => studio.selectSaving(made.store.getState()),
    toasts: () => selectToasts(made.store.getState()).map(({ text }) => text),
    type: (part: Partial<Draft>) => made.store.dispatch(studio.draftChanged(part)),
    async publish() {
      made.store.dispatch(studio.storeRequested({ as: 'published' }));
      await settle();
    },
    named: (name: string) => made.calls.filter((one) => one.name === name).length,
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => window.history.pushState(null, '', '/'));

const contents = {
  feed: { text: 'Kiln opening' },
  product: { title: 'Mug', text: 'Blue', price: '5', stock: '3', goods: 'physical' },
} satisfies Partial<Record<Draft['kind'], Partial<Draft>>>;
const kinds = ['feed', 'product'] as const;
const lists = { feed: '/creator/my-post', product: '/creator/my-store' };

describe.each(kinds)('a %s whose response is lost', (kind) => {
  it('is found immediately, and reported as published', async () => {
    const { state, items, answers } = shelf();
    const page = await openPage(kind, answers);
    page.type(contents[kind]);
    state.isLossy = true;
    await page.publish();
    expect([items[kind].length, page.toasts(), page.visited]).toEqual([1, ['Published'], [lists[kind]]]);
    expect(localStorage).toHaveLength(0);
  });

  it('is stored only once when the button is pressed again, on our backend and on others', async () => {
    for (const extensions of [undefined, []]) {
      localStorage.clear();
      const { state, items, answers } = shelf();
      const page = await openPage(kind, answers, extensions);
      page.type(contents[kind]);
      const end = cutAfterCreating(kind, answers, state);
      await page.publish();
      expect([items[kind].length, page.saving().status]).toEqual([1, 'failed']);
      await page.publish();
      expect([items[kind].length, page.saving().status]).toEqual([1, 'failed']);
      end();
      await page.publish();
      expect([items[kind].length, page.toasts(), page.visited]).toEqual([1, ['Published'], [lists[kind]]]);
      expect(page.named(kind === 'feed' ? 'createFeed' : 'createProduct')).toBe(1);
    }
  });

  it('has the changes that were made before the retry', async () => {
    const { state, items, answers } = shelf();
    const page = await openPage(kind, answers);
    page.type(contents[kind]);
    const end = cutAfterCreating(kind, answers, state);
    await page.publish();
    end();
    page.type({ text: 'Changed' });
    await page.publish();
    expect(items[kind]).toHaveLength(1);
    expect(items[kind][0]).toMatchObject(kind === 'feed' ? { text: 'Changed' } : { description: 'Changed' });
    expect(page.toasts()).toEqual(['Published']);
  });

  it('is reported as published after a reload, and its draft is not restored', async () => {
    const { items, answers } = shelf();
    const create = kind === 'feed' ? 'createFeed' : 'createProduct';
    const stored = answers[create]!;
    answers[create] = (...call) => {
      stored(...call);
      return new Promise(() => undefined);
    };
    const first = await openPage(kind, answers);
    first.type(contents[kind]);
    await first.publish();
    first.store.stop();

    window.history.pushState(null, '', `${lists[kind]}/create`);
    const again = await openPage(kind, answers);
    await settle();
    expect([items[kind].length, again.toasts(), again.visited]).toEqual([1, ['Published'], [lists[kind]]]);
    expect(again.shown()).toMatchObject({ text: '', isRestored: false });
    expect(localStorage).toHaveLength(0);
  });

  it('has the changes that were made before a reload, and no second item is created', async () => {
    const { state, items, answers } = shelf();
    const first = await openPage(kind, answers);
    first.type(contents[kind]);
    const end = cutAfterCreating(kind, answers, state);
    await first.publish();
    end();
    first.type({ text: 'Changed' });
    first.store.dispatch(studio.draftAutosaveRequested());
    first.store.stop();
    const again = await openPage(kind, answers);
    expect(again.shown()).toMatchObject({ text: 'Changed', isRestored: true });
    await again.publish();
    expect(items[kind]).toHaveLength(1);
    expect(items[kind][0]).toMatchObject(kind === 'feed' ? { text: 'Changed' } : { description: 'Changed' });
  });
});

const creations = {
  feed: 'createFeed',
  product: 'createProduct',
  gallery: 'createGallery',
  photo: 'uploadPhoto',
} as const;

/** Loses the response to the first creation, and all later responses. @returns a function that restores the connection */
function cutAfterCreating(kind: keyof typeof creations, answers: Answers, state: ReturnType<typeof shelf>['state']) {
  const name = creations[kind];
  const create = answers[name]!;
  answers[name] = (...call) => {
    create(...call);
    state.isCut = true;
    return lost();
  };
  return () => {
    state.isCut = false;
    answers[name] = create;
  };
}

describe('a post', () => {
  it('with a file is found by the file, although the file is already in use', async () => {
    const { state, items, answers } = shelf();
    const page = await openPage('feed', answers);
    page.type({ text: 'Kiln', files: [file('a')] });
    const end = cutAfterCreating('feed', answers, state);
    await page.publish();
    end();
    await page.publish();
    expect([items.feed.length, page.saving().error, page.toasts()]).toEqual([1, null, ['Published']]);
  });

  it('is found by its file even if its submission was not recorded', async () => {
    const { items, answers } = shelf();
    answers.createFeed!({ body: { text: 'Kiln', fileIds: ['file-a'] } });
    const page = await openPage('feed', answers);
    page.type({ text: 'Kiln, opened', files: [file('a')] });
    await page.publish();
    expect(items.feed).toMatchObject([{ text: 'Kiln, opened' }]);
    expect(page.toasts()).toEqual(['Published']);
  });

  it('with the same text as an older post is stored as a new one, even after a lost request', async () => {
    const { state, items, answers } = shelf();
    answers.createFeed!({ body: { text: 'Good morning' } });
    const page = await openPage('feed', answers);
    page.type({ text: 'Good morning' });
    const create = answers.createFeed!;
    answers.createFeed = () => lost();
    await page.publish();
    expect([items.feed.length, page.saving().status]).toEqual([1, 'failed']);
    answers.createFeed = create;
    await page.publish();
    expect([items.feed.length, page.toasts()]).toEqual([2, ['Published']]);
    expect(state.isCut).toBe(false);
  });

  it('that was rejected is sent again without searching for it', async () => {
    const { state, items, answers } = shelf();
    const page = await openPage('feed', answers);
    page.type({ text: 'Kiln' });
    state.isRefusing = true;
    await page.publish();
    expect([page.saving().error?.message, page.shown().sent]).toEqual(['Too long.', null]);
    state.isRefusing = false;
    await page.publish();
    expect([items.feed.length, page.toasts()]).toEqual([1, ['Published']]);
  });

  it('whose response was lost can be published again after it was deleted', async () => {
    const { state, items, answers } = shelf();
    const page = await openPage('feed', answers);
    page.type({ text: 'Kiln' });
    const end = cutAfterCreating('feed', answers, state);
    await page.publish();
    end();
    items.feed.length = 0;
    await page.publish();
    expect([items.feed.length, page.toasts()]).toEqual([1, ['Published']]);
  });
});

describe('a gallery', () => {
  it('is stored once, and each photo once, whichever response is lost', async () => {
    const { state, items, answers } = shelf();
    const page = await openPage('gallery', answers);
    page.type({ title: 'A walk', files: [file('a'), file('b')] });
    const end = cutAfterCreating('gallery', answers, state);
    await page.publish();
    end();
    expect([items.gallery.length, items.photo.length, page.saving().status]).toEqual([1, 0, 'failed']);
    const mend = cutAfterCreating('photo', answers, state);
    await page.publish();
    mend();
    expect([items.gallery.length, items.photo.length, page.saving().status]).toEqual([1, 1, 'failed']);
    await page.publish();
    expect(items.gallery).toMatchObject([{ title: 'A walk', status: 'active' }]);
    expect(items.photo.map(({ title }) => title)).toEqual(['A walk 1', 'A walk 2']);
    expect([page.toasts(), page.visited]).toEqual([['Published'], ['/creator/my-gallery']]);
  });

  it('is completed after a reload during its creation', async () => {
    const { items, answers } = shelf();
    const create = answers.createGallery!;
    answers.createGallery = (...call) => {
      create(...call);
      return new Promise(() => undefined);
    };
    const first = await openPage('gallery', answers);
    first.type({ title: 'A walk', files: [file('a')] });
    await first.publish();
    first.store.stop();
    answers.createGallery = create;
    const again = await openPage('gallery', answers);
    await again.publish();
    expect([items.gallery.length, items.photo.length, again.toasts()]).toEqual([1, 1, ['Published']]);
  });
});

describe('photos', () => {
  it.each([
    ['uploaded before', {}, undefined],
    ['sent with their form', { upload: { step: 'held', progress: null } } as const, []],
  ])('%s are stored only once, with the changes made before the retry', async (_which, part, extensions) => {
    const { state, items, answers } = shelf();
    const page = await openPage('photo', answers, extensions);
    page.type({ title: 'A walk', files: [file('a', part)] });
    const mend = cutAfterCreating('photo', answers, state);
    await page.publish();
    mend();
    expect([items.photo.length, page.saving().status]).toEqual([1, 'failed']);
    page.type({ text: 'By the sea' });
    await page.publish();
    expect(items.photo).toMatchObject([{ title: 'A walk', description: 'By the sea' }]);
    expect(page.toasts()).toEqual(['Published']);
  });
});
