import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { abilities, extensionCalls } from '@contract/extensions';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../../tests/harness/render-with-store';
import { wireFeed } from '../../../../../tests/factories/wire';
import { emptyDrafts } from '../draft';
import { serializeDraft } from '../draft-storage';
import { studioFeature } from '../studio-feature';
import { ownItems } from '../own-items';
import {
  draftChanged,
  editorOpened,
  selectDraft,
  selectOpenKey,
  storeRequested,
  draftLockChanged,
} from '../studio-slice';
import { uploadEvents } from '../upload-reducer';
import { ItemEditor } from './item-editor';
import { OwnItemList } from './own-item-list';

const me = { _id: 'me', isPerformer: true, verifiedDocument: true, monthlyPrice: 5 } as object;

beforeAll(() => {
  URL.createObjectURL = () => 'blob:picture';
});
beforeEach(() => localStorage.clear());

function compose(given: Answers = {}, user = me, named = extensions) {
  const features = [studioFeature];
  const answers = { listPerformerFeeds: () => ({ data: [], total: 0 }), ...given };
  const rendered = renderWithStore(<ItemEditor />, { features, answers, user, extensions: named });
  return { ...rendered, type: userEvent.setup() };
}

const extensions = [...abilities, ...extensionCalls].filter((name) => name !== 'resumableUploads');
const withoutMembers = extensions.filter((name) => name !== 'siteMembers');
const withoutPlans = extensions.filter((name) => name !== 'assetSchedule');
const file = (name: string) => new File(['\0'], name, { type: 'image/png' });

describe('ItemEditor', () => {
  it.each(['feed', 'video', 'gallery'] as const)(
    'offers a %s to site members only if the site has memberships',
    (kind) => {
      const isOffered = () => screen.queryByRole('radio', { name: /^Site members/ }) !== null;
      const { store, unmount } = compose();
      act(() => void store.dispatch(editorOpened({ kind })));
      expect(isOffered()).toBe(true);
      unmount();
      const other = compose({}, me, withoutMembers);
      act(() => void other.store.dispatch(editorOpened({ kind })));
      expect(isOffered()).toBe(false);
    },
  );

  it('shows all problems in one focused summary, with links to the fields', async () => {
    const { type } = compose();
    await type.click(screen.getByRole('radio', { name: /^For sale/ }));
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(document.activeElement).toHaveTextContent('Set a price.');
    await type.click(within(document.activeElement as HTMLElement).getByRole('button', { name: 'Set a price.' }));
    expect(screen.getByLabelText('Price')).toHaveFocus();
    expect(screen.getByLabelText('Price')).toHaveAccessibleDescription('Set a price.');
  });

  it('announces a live show, whose start must be in the future and after the post is out', async () => {
    const { type, store, calls } = compose({ createFeed: () => ({ _id: '7' }) });
    await type.type(screen.getByRole('textbox', { name: 'Text' }), 'Loops by request');
    await type.click(screen.getByRole('button', { name: 'Live show' }));
    expect(screen.queryByRole('button', { name: 'Live show' })).not.toBeInTheDocument();
    act(() => void store.dispatch(draftChanged({ showAt: '2020-01-01T18:00' })));
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(document.activeElement).toHaveTextContent('Choose a start in the future.');
    const times = { isLater: true, scheduleAt: '2100-01-02T18:00', showAt: '2100-01-01T18:00' };
    act(() => void store.dispatch(draftChanged(times)));
    expect(screen.getAllByText('The post would be out after the show has begun.').length).toBeGreaterThan(0);
    act(() => void store.dispatch(draftChanged({ showAt: '2100-01-03T18:00' })));
    await type.click(screen.getByRole('button', { name: 'Schedule' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'createFeed')?.input.body).toMatchObject({
      type: 'scheduled-streaming',
      streamingScheduled: new Date('2100-01-03T18:00').toISOString(),
    });
  });

  it('shows the server’s errors beside their fields, and others in the summary', async () => {
    const { type, store } = compose({
      createFeed: () => {
        throw new ApiError(400, {
          statusCode: 400,
          message: ['tagline: is too long', 'price: is odd', 'pinnedAt: is no date'],
        });
      },
    });
    await type.type(screen.getByLabelText('Text'), 'Hello');
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    await act(settle);
    const summary = document.activeElement as HTMLElement;
    expect(summary).toHaveTextContent('is too long');
    expect(summary).toHaveTextContent('Pinned at: is no date');
    expect(selectDraft(store.getState()).text).toBe('Hello');
    await type.type(screen.getByLabelText('Text'), '!');
    expect(screen.queryByText('Pinned at: is no date')).not.toBeInTheDocument();
  });

  it('moves the focus to the file rows, which replace the button', async () => {
    const { type, store } = compose();
    act(() => void store.dispatch(editorOpened({ kind: 'gallery' })));
    await type.click(screen.getByRole('button', { name: 'Choose photos' }));
    await type.upload(screen.getByTestId('pick-files-photo'), [file('a.png')]);
    await waitFor(() => expect(document.activeElement).toHaveTextContent('1 to upload when you save.'));
    await type.tab();
    expect(screen.getByRole('list', { name: 'Files' })).toContainElement(document.activeElement as HTMLElement);
  });

  it('if publishing is requested during uploads, publishes after them, unless that is canceled', async () => {
    let arrive: (() => void)[] = [];
    const { type, calls } = compose({
      uploadFeedPhoto: () => new Promise((resolve) => arrive.push(() => resolve({ _id: 'f1' }))),
      createFeed: () => wireFeed(),
    });
    const land = async () => {
      arrive.forEach((one) => one());
      arrive = [];
      await act(settle);
    };
    const made = () => calls.filter(({ name }) => name === 'createFeed').length;
    await type.type(screen.getByLabelText('Text'), 'Hello');
    await type.upload(screen.getAllByTestId('pick-files-photo')[0] as HTMLElement, file('a.png'));
    expect(screen.getByText('1 uploading. You can leave this page.')).toBeVisible();
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(screen.getByText(/^This goes out once the files have uploaded\./)).toBeVisible();
    expect(screen.getByText('1 uploading. Stay on this page.')).toBeVisible();
    await type.click(screen.getByRole('button', { name: 'Not yet' }));
    expect(screen.getByText('1 uploading. You can leave this page.')).toBeVisible();
    await land();
    expect(made()).toBe(0);
    await type.upload(screen.getAllByTestId('pick-files-photo').at(-1) as HTMLElement, file('b.png'));
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    await land();
    await waitFor(() => expect(made()).toBe(1));
  });

  it('does not publish a draft that another tab took over, even after waiting for a file', async () => {
    const { type, calls, store } = compose({
      uploadFeedPhoto: () => new Promise(() => undefined),
      createFeed: () => wireFeed(),
    });
    await type.type(screen.getByLabelText('Text'), 'Hello');
    await type.upload(screen.getAllByTestId('pick-files-photo')[0] as HTMLElement, file('a.png'));
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(screen.getByText(/^This goes out once the files have uploaded\./)).toBeVisible();
    const key = selectOpenKey(store.getState());
    act(() => void store.dispatch(draftLockChanged({ key, isMine: false })));
    const localId = selectDraft(store.getState()).files[0]?.localId ?? '';
    const place = { key, slot: 'files', localId } as const;
    act(() => void store.dispatch(uploadEvents.finished({ place, fileId: 'f1', isReady: true })));
    act(() => void store.dispatch(storeRequested({ as: 'published' })));
    await act(settle);
    act(() => void store.dispatch(draftLockChanged({ key, isMine: true })));
    await act(settle);
    expect(calls.filter(({ name }) => name === 'createFeed')).toEqual([]);
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    await waitFor(() => expect(calls.filter(({ name }) => name === 'createFeed')).toHaveLength(1));
  });

  it('accepts only one kind of file in a post', async () => {
    const { type } = compose({ uploadFeedPhoto: () => ({ _id: 'f1' }) });
    await type.upload(screen.getAllByTestId('pick-files-photo')[0] as HTMLElement, [file('a.png'), file('b.png')]);
    await act(settle);
    expect(screen.getByText('2 ready.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Video' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add' })).toBeVisible();
  });

  it('leaves failed files out of the preview', async () => {
    const { type } = compose({ uploadFeedPhoto: () => ({ _id: 'f1' }) });
    const scan = new File(['\0'], 'scan.tiff', { type: 'image/tiff' });
    const pick = screen.getAllByTestId('pick-files-photo')[0] as HTMLElement;
    await type.upload(pick, file('a.png'));
    await userEvent.setup({ applyAccept: false }).upload(pick, scan);
    await act(settle);
    expect(screen.getByText(/This file type is not supported/)).toBeInTheDocument();
    const preview = screen.getByRole('complementary', { name: 'Preview' });
    expect(within(preview).getByText('1 photo')).toBeInTheDocument();
    expect(within(preview).queryByText('2 photos')).not.toBeInTheDocument();
  });

  it('moves files with the arrow keys, and announces the new position', async () => {
    const { type } = compose({ uploadFeedPhoto: () => ({ _id: 'f1' }) });
    await type.upload(screen.getAllByTestId('pick-files-photo')[0] as HTMLElement, [file('a.png'), file('b.png')]);
    await act(settle);
    screen.getByRole('button', { name: /^Place of a.png: 1 of 2/ }).focus();
    await type.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: /^Place of a.png: 2 of 2/ })).toHaveFocus();
    expect(screen.getByText('a.png, now 2 of 2')).toBeInTheDocument();
    await type.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: /^Place of a.png: 2 of 2/ })).toHaveFocus();
  });

  it('stores a draft without publishing it, even while documents are under review', async () => {
    const { type, calls, unmount } = compose({ createFeed: () => ({ _id: '1' }) });
    await type.type(screen.getByLabelText('Text'), 'Hello');
    await type.click(screen.getByRole('button', { name: 'Save draft' }));
    await act(settle);
    expect(calls.slice(1)).toMatchObject([
      { name: 'createFeed', input: { body: { status: 'inactive', text: 'Hello' } } },
    ]);
    unmount();
    compose({}, { ...me, verifiedDocument: false });
    expect(screen.getByText(/^You can write and save drafts now/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Publish now' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Save draft' })).toBeEnabled();
  });

  it('saves the draft of a creator who is not approved, and shows what publishing requires', async () => {
    const paper = { _id: 'd1', url: '/d1', mimeType: 'image/png' };
    const waiting = { ...me, verifiedDocument: false, idVerification: paper, documentVerification: paper };
    const { type, calls, unmount } = compose({ createFeed: () => ({ _id: '1' }) }, waiting);
    expect(screen.getByText(/You can publish once your documents are approved/)).toBeVisible();
    await type.type(screen.getByLabelText('Text'), 'Hello');
    await type.click(screen.getByRole('button', { name: 'Save draft' }));
    await act(settle);
    expect(calls.slice(1)).toMatchObject([
      { name: 'createFeed', input: { body: { status: 'inactive', text: 'Hello' } } },
    ]);
    unmount();
    localStorage.clear();
    const refused = { ...waiting, idVerification: { ...paper, status: 'rejected', reason: 'It is blurred.' } };
    compose({}, refused);
    expect(screen.getByRole('link', { name: 'upload your documents again' })).toHaveAttribute(
      'href',
      '/creator/account?section=documents',
    );
  });

  it.each([
    ['a draft', { status: 'draft' }, ['Save draft', 'Publish now']],
    [
      'a scheduled post',
      { status: 'inactive', isSchedule: true, scheduleAt: '2100-01-01T18:00:00.000Z' },
      ['Move to drafts', 'Save changes'],
    ],
    ['a published post', { status: 'active' }, ['Save changes']],
  ] as const)('shows the actions for %s', async (_what, part, names) => {
    const feed = wireFeed({ _id: '7', ...part });
    const { store } = compose({ getPerformerFeed: () => feed });
    await act(async () => {
      store.dispatch(editorOpened({ kind: 'feed', id: '7' }));
      await settle();
    });
    for (const name of names) expect(screen.getByRole('button', { name })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'When' }) === null).toBe(part.status === 'active');
  });

  it.each(['gallery', 'photo', 'product'] as const)(
    'offers a schedule for a %s only if the backend supports it; otherwise a scheduled draft has to be changed to Now',
    (kind) => {
      const offered = compose();
      act(() => void offered.store.dispatch(editorOpened({ kind })));
      expect(screen.getByRole('heading', { name: 'When' })).toBeVisible();
      offered.unmount();
      const { store } = compose({}, me, withoutPlans);
      act(() => void store.dispatch(editorOpened({ kind: 'feed' })));
      expect(screen.getByRole('heading', { name: 'When' })).toBeVisible();
      act(() => void store.dispatch(editorOpened({ kind })));
      expect(screen.queryByRole('heading', { name: 'When' })).not.toBeInTheDocument();
      act(() => void store.dispatch(draftChanged({ isLater: true, scheduleAt: '2100-01-01T18:00' })));
      act(() => screen.getByRole('button', { name: 'Schedule' }).click());
      expect(document.activeElement).toHaveTextContent('This site publishes at once. Choose Now.');
      act(() => screen.getByRole('radio', { name: 'Now' }).click());
      expect(screen.queryByRole('heading', { name: 'When' })).not.toBeInTheDocument();
    },
  );

  it('cannot discard a draft that is being published', async () => {
    const draft = { ...emptyDrafts.feed, text: 'Hello' };
    localStorage.setItem('post_draft_me', JSON.stringify(serializeDraft(draft, 5)));
    const { type, store } = compose({ createFeed: () => new Promise(() => undefined) });
    act(() => void store.dispatch(editorOpened({ kind: 'feed' })));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Start over' })).toBeEnabled();
    await type.click(screen.getByRole('button', { name: 'Publish now' }));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Start over' })).toBeDisabled();
  });

  it('asks before leaving a stored post with unsaved changes', async () => {
    const feed = wireFeed({ _id: '7', text: 'As it was' });
    const { store, type, router } = compose({ getPerformerFeed: () => feed });
    await act(async () => {
      store.dispatch(editorOpened({ kind: 'feed', id: '7' }));
      await settle();
    });
    await type.type(screen.getByLabelText('Text'), ', and more');
    await type.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(router.push).not.toHaveBeenCalled();
    await type.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(router.push).toHaveBeenCalledWith('/creator/my-post');
    expect(selectDraft(store.getState()).text).toBe('');
  });
});

it('the creator’s changes can be discarded in favor of those made elsewhere', async () => {
  let feed = wireFeed({ _id: '7', text: 'As it was' });
  const { store, type } = compose({ getPerformerFeed: () => feed });
  await act(async () => {
    store.dispatch(editorOpened({ kind: 'feed', id: '7' }));
    await settle();
  });
  await type.type(screen.getByLabelText('Text'), ', and more');
  feed = { ...feed, text: 'Changed elsewhere' };
  await type.click(screen.getByRole('button', { name: 'Save changes' }));
  await act(settle);
  expect(screen.getByRole('alert')).toHaveTextContent('This post was changed elsewhere since you opened it:');
  expect(screen.getByLabelText('Text')).toHaveValue('As it was, and more');
  await type.click(screen.getByRole('button', { name: 'Discard mine and open it again' }));
  await act(settle);
  expect(screen.getByLabelText('Text')).toHaveValue('Changed elsewhere');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('changes made elsewhere can be overwritten, but not those made after they were shown', async () => {
  let feed = wireFeed({ _id: '7', text: 'As it was', revision: 1 });
  const revisions: unknown[] = [];
  const { store, type, calls } = compose({
    getPerformerFeed: () => feed,
    updateFeed: (_input, options) => {
      revisions.push(options?.revision);
      return { updated: true };
    },
  });
  await act(async () => {
    store.dispatch(editorOpened({ kind: 'feed', id: '7' }));
    await settle();
  });
  await type.type(screen.getByLabelText('Text'), ', and more');
  feed = { ...feed, text: 'Changed elsewhere', revision: 2 };
  await type.click(screen.getByRole('button', { name: 'Save changes' }));
  await act(settle);
  expect(calls.some(({ name }) => name === 'updateFeed')).toBe(false);
  expect(screen.getByRole('alert')).toHaveTextContent('elsewhere since you opened it: the text.');
  await type.click(screen.getByRole('button', { name: 'Keep mine' }));
  await act(settle);
  const sent = calls.filter(({ name }) => name === 'updateFeed');
  expect(sent).toMatchObject([{ input: { body: { text: 'As it was, and more' } } }]);
  expect(revisions).toEqual([2]);
});

describe('OwnItemList', () => {
  const scheduled = wireFeed({
    title: 'Later',
    status: 'inactive',
    isSchedule: true,
    scheduleAt: new Date(new Date().getFullYear(), 11, 31, 18).toISOString(),
  });

  async function list(posts = [scheduled], answers: Answers = {}) {
    const rendered = renderWithStore(<OwnItemList kind="feed" page={1} getHref={() => '/'} isFiltered={false} />, {
      features: [studioFeature],
      answers: { listPerformerFeeds: () => ({ data: posts, total: posts.length }), ...answers },
      user: me,
    });
    await act(async () => {
      rendered.store.dispatch(ownItems.requested({ kind: 'feed' }));
      await settle();
    });
    return { ...rendered, type: userEvent.setup() };
  }

  it('goes to the last page if the current one no longer exists, without showing the empty state', async () => {
    const { store, router } = renderWithStore(
      <OwnItemList kind="feed" page={3} getHref={(page) => `/?page=${page}`} isFiltered={false} />,
      { features: [studioFeature], answers: { listPerformerFeeds: () => ({ data: [], total: 11 }) }, user: me },
    );
    await act(async () => {
      store.dispatch(ownItems.requested({ kind: 'feed', offset: 20 }));
      await settle();
    });
    expect(router.replace).toHaveBeenCalledWith('/?page=2', undefined, { scroll: false });
    expect(screen.queryByText('Your first post')).not.toBeInTheDocument();
  });

  it('keeps its rows while a filter is applied, but lists none of them as another kind', async () => {
    const { store } = await list([scheduled], { searchPerformerVideos: () => new Promise(() => undefined) });
    act(() => void store.dispatch(ownItems.requested({ kind: 'feed', state: 'scheduled' })));
    expect(screen.getByRole('button', { name: 'More for Later' })).toBeVisible();
    await act(settle);
    act(() => void store.dispatch(ownItems.requested({ kind: 'video' })));
    expect(screen.queryByRole('button', { name: 'More for Later' })).toBeNull();
  });

  it('shows when a scheduled post is published, and can publish it or remove the schedule', async () => {
    const { type, calls } = await list([scheduled], {
      getPerformerFeed: () => scheduled,
      updateFeed: () => ({ updated: true }),
    });
    await waitFor(() => expect(screen.getByText('31 December, 18:00')).toBeVisible());
    await type.click(screen.getByRole('button', { name: 'More for Later' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Edit',
      'Publish now',
      'Unschedule',
      'Delete',
    ]);
    await type.click(screen.getByRole('menuitem', { name: 'Unschedule' }));
    await act(settle);
    expect(calls).toMatchObject([
      { name: 'listPerformerFeeds' },
      { name: 'getPerformerFeed' },
      { name: 'updateFeed', input: { params: { id: scheduled._id }, body: { isSchedule: false, status: 'inactive' } } },
      { name: 'listPerformerFeeds' },
    ]);
  });

  it('links to the public page of a published post, and to the editor of an unpublished one', async () => {
    await list([scheduled, wireFeed({ title: 'Out' })]);
    expect(screen.getByRole('link', { name: 'Later' })).toHaveAttribute(
      'href',
      `/creator/my-post/edit/${scheduled._id}`,
    );
    expect(screen.getByRole('link', { name: 'Out' }).getAttribute('href')).toMatch(/^\/post\//);
  });
});

describe('M-23: the price of an item', () => {
  const kinds = ['feed', 'video', 'gallery', 'product'] as const;
  const open = (kind: (typeof kinds)[number]) => {
    const shown = compose({ uploadFeedPhoto: () => ({ _id: 'f1' }) });
    act(() => void shown.store.dispatch(editorOpened({ kind })));
    return shown;
  };
  const typePrice = async ({ type }: ReturnType<typeof compose>, kind: (typeof kinds)[number]) => {
    if (kind !== 'product') await type.click(screen.getByRole('radio', { name: /^For sale/ }));
    await type.type(screen.getByLabelText('Price'), '4');
    await type.type(screen.getByRole('textbox', { name: kind === 'product' ? 'Name' : 'Title' }), 'Bowls');
  };

  it.each([
    ['feed', /^Subscribers/, /^For sale/],
    ['video', /^Subscribers/, /^For sale/],
    ['gallery', /^Subscribers/, /^For sale/],
    ['product', /^Digital/, /^Physical/],
  ] as const)('is kept while other options are chosen in a %s', async (kind, other, original) => {
    const shown = open(kind);
    const { type } = shown;
    await typePrice(shown, kind);
    await type.click(screen.getByRole('radio', { name: other }));
    const offers = screen.queryAllByText('Anyone can buy it once for $4.00');
    expect(offers).toHaveLength(kind === 'product' ? 0 : 1);
    await type.click(screen.getByRole('radio', { name: original }));
    expect(screen.getByLabelText('Price')).toHaveValue('4');
    expect(selectDraft(shown.store.getState()).price).toBe('4');
  });

  it.each(kinds)('is kept after visits to other pages and a reload in a %s', async (kind) => {
    const shown = open(kind);
    await typePrice(shown, kind);
    shown.unmount();
    const { store } = renderWithStore(<ItemEditor />, { given: shown });
    expect(screen.getByLabelText('Price')).toHaveValue('4');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await act(settle);
    expect(selectDraft(store.getState()).price).toBe('4');
    screen.getByLabelText('Price').blur();
    document.body.replaceChildren();
    const again = open(kind);
    await act(settle);
    expect(screen.getByLabelText('Price')).toHaveValue('4');
    expect(selectDraft(again.store.getState()).audience).toBe(kind === 'product' ? 'everyone' : 'sale');
  });

  it('is kept when a file of a post is removed and added', async () => {
    const shown = open('feed');
    await typePrice(shown, 'feed');
    const pick = () => screen.getAllByTestId('pick-files-photo')[0] as HTMLElement;
    await shown.type.upload(pick(), file('a.png'));
    await act(settle);
    await shown.type.click(screen.getByRole('button', { name: 'Remove a.png' }));
    await shown.type.upload(pick(), file('b.png'));
    await act(settle);
    expect(selectDraft(shown.store.getState())).toMatchObject({ audience: 'sale', price: '4' });
  });
});
