import { ApiError } from '@/services/api-error';
import { followStored, itemUnlocked, reactionChanged, reminderChanged, subscriptionChanged } from '@/store/intents';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { feedItem, wireFeed, wireLockedFile, wirePerformer, type WireFeed } from '../../../../tests/factories/wire';
import { itemFeature } from './item-feature';
import type { ItemQuery } from './item-kind';
import { itemKey } from './item-kinds';
import { itemLists } from './item-lists';
import {
  newItemsCheckRequested,
  newItemsRequested,
  itemDeleted,
  itemRequested,
  itemsLoaded,
  listOpened,
} from './item-slice';
import { selectItem, selectItemAt, selectItemList, selectPlace } from './item-state';

const home: ItemQuery = { kind: 'feed', from: 'home' };
const getKeys = (feeds: WireFeed[]) => feeds.map(({ _id }) => itemKey('feed', _id));
const page = (data: WireFeed[], total = data.length) => ({ data, total });
const many = (count: number) => Array.from({ length: count }, () => wireFeed());

async function open(answers: Answers) {
  const made = storeForTest({ features: [itemFeature], answers, user: {} });
  made.store.dispatch(listOpened(home));
  await settle();
  const list = () => {
    const found = selectItemList(home)(made.store.getState());
    if (!found) throw new Error('No list of items in the store');
    return found;
  };
  return { ...made, list };
}

describe('a list of posts', () => {
  it('loads more after the last post, until the end', async () => {
    const feeds = many(15);
    const { store, calls, list } = await open({
      listFeeds: ({ query }) => page(query?.['beforeId'] ? feeds.slice(12) : feeds.slice(0, 12), 15),
    });
    expect(list().rows).toHaveLength(12);
    store.dispatch(itemLists.moreRequested(home));
    await settle();
    expect(calls.at(-1)?.input.query).toMatchObject({ isHome: true, beforeId: feeds[11]?._id });
    expect(list()).toMatchObject({ status: 'ready', isEnd: true, rows: getKeys(feeds) });
  });

  it('loads more without a gap even if the last post was deleted', async () => {
    const feeds = many(30);
    const gone = new Set<string>();
    const { store, calls, list } = await open({
      listFeeds: ({ query }) => {
        const there = feeds.filter(({ _id }) => !gone.has(_id));
        const beforeId = query?.['beforeId'];
        const after = beforeId ? there.findIndex(({ _id }) => _id === beforeId) + 1 : Number(query?.['offset']);
        if (beforeId && after === 0) throw new ApiError(404, { statusCode: 404, error: 'ENTITY_NOT_FOUND' });
        return page(there.slice(after, after + Number(query?.['limit'])), there.length);
      },
    });
    for (const feed of [feeds[3], feeds[11]]) gone.add(String(feed?._id));
    for (let turn = 0; turn < 2; turn += 1) {
      store.dispatch(itemLists.moreRequested(home));
      await settle();
    }
    expect(list()).toMatchObject({ status: 'ready', isEnd: true, rows: getKeys(feeds) });
    expect(calls.map(({ input }) => input.query?.['beforeId'] ?? input.query?.['offset'])).toEqual([
      0,
      feeds[11]?._id,
      0,
      feeds[25]?._id,
    ]);
  });

  it('loads more by offset if the backend ignores the cursor', async () => {
    const feeds = many(30);
    const { store, calls, list } = await open({
      listFeeds: ({ query }) => {
        const offset = Number(query?.['offset'] ?? 0);
        return page(feeds.slice(offset, offset + 12), 30);
      },
    });
    for (let turn = 0; turn < 2; turn += 1) {
      store.dispatch(itemLists.moreRequested(home));
      await settle();
    }
    expect(list()).toMatchObject({ isEnd: true, rows: getKeys(feeds) });
    expect(calls.map(({ input }) => input.query?.['offset'])).toEqual([0, undefined, 12, 24]);
  });

  it('requests each page only once', async () => {
    const { store, calls } = await open({ listFeeds: () => page(many(12), 40) });
    store.dispatch(itemLists.moreRequested(home));
    store.dispatch(itemLists.moreRequested(home));
    await settle();
    // This backend has no cursors, but as all ids of the second page are new, it is not requested again by offset.
    expect(calls).toHaveLength(2);
  });

  it('reports a failure, and reloads on the next visit', async () => {
    let isDown = true;
    const feeds = many(1);
    const { store, list } = await open({
      listFeeds: () => {
        if (isDown) throw new ApiError(500, { statusCode: 500, message: 'Broken' });
        return page(feeds);
      },
    });
    expect(list()).toMatchObject({ status: 'failed', error: { message: 'Broken' } });
    isDown = false;
    store.dispatch(listOpened(home));
    await settle();
    expect(list()).toMatchObject({ status: 'ready', rows: getKeys(feeds) });
  });

  it('shows new posts only when the reader asks for them', async () => {
    let feeds = many(3);
    const { store, list } = await open({ listFeeds: () => page(feeds) });
    const before = list().rows;
    const fresh = wireFeed();
    feeds = [fresh, ...feeds];
    store.dispatch(newItemsCheckRequested());
    await settle();
    expect(list()).toMatchObject({ rows: before, freshKeys: getKeys([fresh]), hasGap: false });
    store.dispatch(newItemsRequested(home, list()));
    expect(list().rows).toEqual([...getKeys([fresh]), ...before]);
  });

  it('shows the first posts of an empty list immediately', async () => {
    let feeds: WireFeed[] = [];
    const { store, list } = await open({ listFeeds: () => page(feeds) });
    feeds = many(2);
    store.dispatch(newItemsCheckRequested());
    await settle();
    expect(list()).toMatchObject({ rows: getKeys(feeds) });
  });

  it('reloads if there are more new posts than fit on a page', async () => {
    let feeds = many(12);
    const { store, list } = await open({ listFeeds: () => page(feeds, 24) });
    feeds = many(12);
    store.dispatch(newItemsCheckRequested());
    await settle();
    store.dispatch(newItemsRequested(home, list()));
    await settle();
    expect(list()).toMatchObject({ rows: getKeys(feeds), isEnd: false });
  });

  it('does not append a page requested earlier to a reloaded list', async () => {
    const before = many(24);
    let newest = before.slice(0, 12);
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    const { store, list } = await open({
      listFeeds: async ({ query }) => {
        if (query?.['beforeId'] !== before[11]?._id) return page(newest, 36);
        await gate;
        return page(before.slice(12), 36);
      },
    });
    newest = many(12);
    store.dispatch(newItemsCheckRequested());
    await settle();
    store.dispatch(itemLists.moreRequested(home));
    await settle();
    store.dispatch(newItemsRequested(home, list()));
    answer();
    await settle();
    expect(list().rows).toEqual(getKeys(newest));
  });

  it('has no gap after a deletion on backends that page by offset', async () => {
    let feeds = many(30);
    const { store, list } = await open({
      listFeeds: ({ query }) => {
        const offset = Number(query?.['offset'] ?? 0);
        return page(feeds.slice(offset, offset + 12), feeds.length);
      },
    });
    store.dispatch(itemLists.moreRequested(home));
    await settle();
    const [gone, ...others] = feeds;
    feeds = others;
    store.dispatch(itemDeleted({ key: itemKey('feed', gone!._id) }));
    store.dispatch(itemLists.moreRequested(home));
    await settle();
    expect(list()).toMatchObject({ rows: getKeys(others), isEnd: true });
  });

  it('reloads an empty home list after a follow', async () => {
    let feeds: WireFeed[] = [];
    const { store, list } = await open({ listFeeds: () => page(feeds) });
    feeds = many(1);
    store.dispatch(followStored({ performerId: feeds[0]?.performer._id ?? '', isFollowed: true }));
    await settle();
    expect(list().rows).toEqual(getKeys(feeds));
  });

  it('filters by itself if the backend ignores the filter', async () => {
    const open1 = wireFeed();
    const made = storeForTest({
      features: [itemFeature],
      answers: { listFeeds: () => page([open1, wireFeed({ access: 'locked-sale' })]) },
    });
    const unlocked: ItemQuery = { ...home, filter: 'unlocked' };
    made.store.dispatch(listOpened(unlocked));
    await settle();
    expect(made.calls[0]?.input.query).toMatchObject({ isUnlocked: true });
    expect(selectItemList(unlocked)(made.store.getState())?.rows).toEqual(getKeys([open1]));
  });
});

describe('unlocking', () => {
  const performer = wirePerformer();
  const locked = wireFeed({ access: 'locked-sale', isSale: true, price: 4.5, files: [wireLockedFile()], performer });
  const opened = { ...locked, access: 'open' as const, isBought: true };

  it('opens a bought post in its place in the list, with the reveal animation', async () => {
    const { store, list } = await open({ listFeeds: () => page([locked]), getFeed: () => opened });
    store.dispatch(itemUnlocked({ target: 'feed', id: locked._id }));
    await settle();
    expect(selectItem(itemKey('feed', locked._id))(store.getState())?.access).toBe('open');
    expect(store.getState().item.revealed).toEqual({ [itemKey('feed', locked._id)]: true });
    expect(list().rows).toEqual(getKeys([locked]));
  });

  it('is not undone by the response to an earlier check for new posts', async () => {
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    let isBought = false;
    let asked = 0;
    const { store } = await open({
      listFeeds: async () => {
        asked += 1;
        const seen = isBought ? opened : locked;
        if (asked === 2) await gate;
        return page([seen]);
      },
      getFeed: () => opened,
    });
    store.dispatch(newItemsCheckRequested());
    isBought = true;
    store.dispatch(itemUnlocked({ target: 'feed', id: locked._id }));
    await settle();
    answer();
    await settle();
    expect(selectItem(itemKey('feed', locked._id))(store.getState())?.access).toBe('open');
    expect(asked).toBe(3);
  });

  it('opens all items of the creator with one call after a subscription', async () => {
    const others = [wireFeed({ performer, access: 'locked-subscription' }), wireFeed()];
    const { store, calls } = await open({
      listFeeds: ({ query }) =>
        page(query?.['performerId'] ? [locked, { ...others[0]!, access: 'open' }] : [locked, ...others]),
    });
    store.dispatch(subscriptionChanged({ performerId: performer._id }));
    await settle();
    expect(calls).toHaveLength(2);
    expect(selectItem(itemKey('feed', others[0]!._id))(store.getState())?.access).toBe('open');
    expect(Object.keys(store.getState().item.revealed)).toEqual(getKeys([others[0]!]));
  });

  it('stores no URL of a locked file, even if the backend sends it', async () => {
    const leaky = { ...locked, files: [wireLockedFile({ url: 'https://media.test/secret' })] };
    const { store } = storeForTest({ features: [itemFeature], answers: { getFeed: () => leaky } });
    store.dispatch(itemRequested({ kind: 'feed', address: locked.slug }));
    await settle();
    expect(selectItemAt('feed', locked.slug)(store.getState())?._id).toBe(locked._id);
    expect(JSON.stringify(store.getState())).not.toContain('secret');
  });
});

describe('saved items', () => {
  const saved: ItemQuery = { kind: 'feed', from: 'saved' };
  const mark = (feed: WireFeed) => ({ objectType: 'feed', objectId: feed._id, objectInfo: feed });
  const save = (feed: WireFeed, on: boolean) =>
    reactionChanged({ objectType: 'feed', objectId: feed._id, action: 'bookmark', on });

  async function openSaved(feeds: () => WireFeed[]) {
    const made = storeForTest({
      features: [itemFeature],
      user: {},
      answers: {
        listBookmarks: ({ query }) => {
          const offset = Number(query?.['offset']);
          return {
            data: feeds()
              .slice(offset, offset + 12)
              .map(mark),
            total: feeds().length,
          };
        },
      },
    });
    made.store.dispatch(listOpened(saved));
    await settle();
    return { ...made, rows: () => selectItemList(saved)(made.store.getState())?.rows };
  }

  it('stay in the list when they are removed, without a gap on the next page', async () => {
    const all = many(30);
    let there = all;
    const { store, rows } = await openSaved(() => there);
    there = all.slice(3);
    for (const feed of all.slice(0, 3)) store.dispatch(save(feed, false));
    // Saved again after a removal by mistake: it is now the newest, and the list is as long as the server's.
    there = [all[1]!, ...there];
    store.dispatch(save(all[1]!, true));
    store.dispatch(itemLists.moreRequested(saved));
    await settle();
    store.dispatch(itemLists.moreRequested(saved));
    await settle();
    expect(rows()).toEqual(getKeys(all));
  });

  it('include an item saved on its own page when the list is next visited', async () => {
    const [one, other] = many(2) as [WireFeed, WireFeed];
    let there = [one];
    const { store, rows } = await openSaved(() => there);
    there = [other, one];
    store.dispatch(itemsLoaded([feedItem(other)]));
    store.dispatch(save(other, true));
    store.dispatch(listOpened(saved));
    await settle();
    expect(rows()).toEqual(getKeys([other, one]));
  });
});

describe('a like', () => {
  afterEach(() => vi.useRealTimers());

  it('is not undone by a response requested before it, only by later ones', async () => {
    const post = wireFeed({ isLiked: false, totalLike: 4 });
    const { store } = storeForTest({ features: [itemFeature], user: {} });
    const like = { objectType: 'feed' as const, objectId: post._id, action: 'like' as const, on: true };
    const now = () => selectItem(itemKey('feed', post._id))(store.getState());
    store.dispatch(itemsLoaded([feedItem(post)]));
    vi.useFakeTimers();
    store.dispatch(reactionChanged(like));
    store.dispatch(itemsLoaded([feedItem(post)]));
    expect(now()).toMatchObject({ isLiked: true, totalLike: 5 });
    // The like is removed and set again: the expiry of the first press must not end the override of the second.
    await vi.advanceTimersByTimeAsync(9_000);
    store.dispatch(reactionChanged({ ...like, on: false }));
    store.dispatch(reactionChanged(like));
    await vi.advanceTimersByTimeAsync(9_000);
    store.dispatch(itemsLoaded([feedItem(post)]));
    expect(now()).toMatchObject({ isLiked: true, totalLike: 5 });
    await vi.advanceTimersByTimeAsync(1_001);
    store.dispatch(itemsLoaded([feedItem(post)]));
    expect(now()).toMatchObject({ isLiked: false, totalLike: 4 });
  });
});

it('a reminder is not undone by a response requested before it', () => {
  const post = wireFeed({ isReminded: false, reminders: 2 });
  const { store } = storeForTest({ features: [itemFeature], user: {} });
  store.dispatch(itemsLoaded([feedItem(post)]));
  store.dispatch(reminderChanged({ postId: post._id, isReminded: true }));
  store.dispatch(itemsLoaded([feedItem(post)]));
  expect(selectItem(itemKey('feed', post._id))(store.getState())).toMatchObject({ isReminded: true, reminders: 3 });
});

describe('the page of a post', () => {
  it.each([
    [404, 'ENTITY_NOT_FOUND', 'missing'],
    [400, 'Bad Request', 'missing'],
    [414, 'URI_TOO_LONG', 'missing'],
    [403, 'FORBIDDEN', 'missing'],
    [403, 'SUBSCRIPTION_INACTIVE', 'closed'],
    [500, 'INTERNAL', 'failed'],
  ])('with the response %i %s is %s', async (status, error, place) => {
    const { store } = storeForTest({
      features: [itemFeature],
      answers: {
        getFeed: () => {
          throw new ApiError(status, { statusCode: status, error, message: 'No' });
        },
      },
    });
    store.dispatch(itemRequested({ kind: 'feed', address: 'x' }));
    await settle();
    expect(selectPlace('feed', 'x')(store.getState())?.status).toBe(place);
  });

  it.each([
    [503, true],
    [404, false],
  ])('of an item known from lists, with the response %i, still shows it: %s', async (status, isShown) => {
    const feed = wireFeed();
    const { store } = storeForTest({
      features: [itemFeature],
      answers: {
        getFeed: () => {
          throw new ApiError(status, undefined);
        },
      },
    });
    store.dispatch(itemsLoaded([feedItem(feed)]));
    store.dispatch(itemRequested({ kind: 'feed', address: feed._id }));
    await settle();
    expect(selectItemAt('feed', feed._id)(store.getState()) !== undefined).toBe(isShown);
  });
});
