import { ApiError } from '@/services/api-error';
import { followStored, itemUnlocked, reactionChanged, subscriptionChanged } from '@/store/intents';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { wireFeed, wireLockedFile, wirePerformer, type WireFeed } from '../../../../tests/factories/wire';
import { feedFeature } from './feed-feature';
import {
  feedRequested,
  feedsLoaded,
  freshChecked,
  freshShown,
  listOpened,
  moreRequested,
  selectFeedAt,
  selectList,
} from './feed-slice';

const key = 'home:all';
const page = (data: WireFeed[], total = data.length) => ({ data, total });
const many = (count: number) => Array.from({ length: count }, () => wireFeed());

async function open(answers: Answers) {
  const made = storeForTest({ features: [feedFeature], answers, user: {} });
  made.store.dispatch(listOpened({ key }));
  await settle();
  const list = () => {
    const found = selectList(key)(made.store.getState());
    if (!found) throw new Error('no list');
    return found;
  };
  return { ...made, list };
}

describe('a list of posts', () => {
  it('goes on after the last post it has, and ends', async () => {
    const feeds = many(15);
    const { store, calls, list } = await open({
      listFeeds: ({ query }) => page(query?.['beforeId'] ? feeds.slice(12) : feeds.slice(0, 12), 15),
    });
    expect(list().ids).toHaveLength(12);
    store.dispatch(moreRequested({ key }));
    await settle();
    expect(calls.at(-1)?.input.query).toMatchObject({ isHome: true, beforeId: feeds[11]?._id });
    expect(list()).toMatchObject({ status: 'ready', isEnd: true, ids: feeds.map(({ _id }) => _id) });
  });

  it('pages by number where the backend does not know the cursor', async () => {
    const feeds = many(30);
    const { store, calls, list } = await open({
      listFeeds: ({ query }) => {
        const offset = Number(query?.['offset'] ?? 0);
        return page(feeds.slice(offset, offset + 12), 30);
      },
    });
    for (let turn = 0; turn < 2; turn += 1) {
      store.dispatch(moreRequested({ key }));
      await settle();
    }
    expect(list()).toMatchObject({ isEnd: true, paging: 'offset', ids: feeds.map(({ _id }) => _id) });
    expect(calls.map(({ input }) => input.query?.['offset'])).toEqual([0, undefined, 12, 24]);
  });

  it('asks once for a part, however often it is wanted', async () => {
    const { store, calls } = await open({ listFeeds: () => page(many(12), 40) });
    store.dispatch(moreRequested({ key }));
    store.dispatch(moreRequested({ key }));
    await settle();
    // The second part, its repeat by number (this backend gives no cursor) is not needed: all ids were new.
    expect(calls).toHaveLength(2);
  });

  it('says that it failed, and loads on the next visit', async () => {
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
    store.dispatch(listOpened({ key }));
    await settle();
    expect(list()).toMatchObject({ status: 'ready', ids: [feeds[0]?._id] });
  });

  it('keeps new posts waiting until the reader asks for them', async () => {
    let feeds = many(3);
    const { store, list } = await open({ listFeeds: () => page(feeds) });
    const before = list().ids;
    const fresh = wireFeed();
    feeds = [fresh, ...feeds];
    store.dispatch(freshChecked());
    await settle();
    expect(list()).toMatchObject({ ids: before, freshIds: [fresh._id], hasGap: false });
    store.dispatch(freshShown({ key }));
    expect(list().ids).toEqual([fresh._id, ...before]);
  });

  it('shows the first posts of an empty list at once', async () => {
    let feeds: WireFeed[] = [];
    const { store, list } = await open({ listFeeds: () => page(feeds) });
    feeds = many(2);
    store.dispatch(freshChecked());
    await settle();
    expect(list()).toMatchObject({ ids: feeds.map(({ _id }) => _id), freshIds: [], hasGap: false });
  });

  it('begins anew when more is new than one look shows', async () => {
    let feeds = many(12);
    const { store, list } = await open({ listFeeds: () => page(feeds, 24) });
    feeds = many(12);
    store.dispatch(freshChecked());
    await settle();
    store.dispatch(freshShown({ key }));
    expect(list()).toMatchObject({ ids: feeds.map(({ _id }) => _id), isEnd: false });
  });

  it('fills an empty home once somebody is followed', async () => {
    let feeds: WireFeed[] = [];
    const { store, list } = await open({ listFeeds: () => page(feeds) });
    feeds = many(1);
    store.dispatch(followStored({ performerId: feeds[0]?.performer._id ?? '', isFollowed: true }));
    await settle();
    expect(list().ids).toEqual([feeds[0]?._id]);
  });

  it('leaves out what a backend without our filters sends too', async () => {
    const open1 = wireFeed();
    const made = storeForTest({
      features: [feedFeature],
      answers: { listFeeds: () => page([open1, wireFeed({ access: 'locked-sale' })]) },
    });
    made.store.dispatch(listOpened({ key: 'home:unlocked' }));
    await settle();
    expect(made.calls[0]?.input.query).toMatchObject({ isUnlocked: true });
    expect(selectList('home:unlocked')(made.store.getState())?.ids).toEqual([open1._id]);
  });
});

describe('unlocking', () => {
  const performer = wirePerformer();
  const locked = wireFeed({ access: 'locked-sale', isSale: true, price: 4.5, files: [wireLockedFile()], performer });
  const opened = { ...locked, access: 'open' as const, isBought: true };

  it('opens a bought post in place, with the reveal', async () => {
    const { store, list } = await open({ listFeeds: () => page([locked]), getFeed: () => opened });
    store.dispatch(itemUnlocked({ target: 'feed', id: locked._id }));
    await settle();
    expect(store.getState().feed.feeds[locked._id]?.access).toBe('open');
    expect(store.getState().feed.revealed).toEqual({ [locked._id]: true });
    expect(list().ids).toEqual([locked._id]);
  });

  it('opens what a subscription includes, with one call for all of a creator', async () => {
    const others = [wireFeed({ performer, access: 'locked-subscription' }), wireFeed()];
    const { store, calls } = await open({
      listFeeds: ({ query }) =>
        page(query?.['performerId'] ? [locked, { ...others[0]!, access: 'open' }] : [locked, ...others]),
    });
    store.dispatch(subscriptionChanged({ performerId: performer._id }));
    await settle();
    expect(calls).toHaveLength(2);
    expect(store.getState().feed.feeds[others[0]!._id]?.access).toBe('open');
    expect(Object.keys(store.getState().feed.revealed)).toEqual([others[0]!._id]);
  });

  it('keeps no address of a closed file, whatever the backend sent', async () => {
    const leaky = { ...locked, files: [wireLockedFile({ url: 'https://media.test/secret' })] };
    const { store } = storeForTest({ features: [feedFeature], answers: { getFeed: () => leaky } });
    store.dispatch(feedRequested({ address: locked.slug }));
    await settle();
    expect(selectFeedAt(locked.slug)(store.getState())?._id).toBe(locked._id);
    expect(JSON.stringify(store.getState())).not.toContain('secret');
  });
});

describe('a like', () => {
  afterEach(() => jest.useRealTimers());

  it('is not undone by a list that was on its way, and what is asked for later counts again', async () => {
    const post = wireFeed({ isLiked: false, totalLike: 4 });
    const { store } = storeForTest({ features: [feedFeature], user: {} });
    const like = { objectType: 'feed' as const, objectId: post._id, action: 'like' as const, on: true };
    const now = () => store.getState().feed.feeds[post._id];
    store.dispatch(feedsLoaded({ feeds: [post] }));
    jest.useFakeTimers();
    store.dispatch(reactionChanged(like));
    store.dispatch(feedsLoaded({ feeds: [post] }));
    expect(now()).toMatchObject({ isLiked: true, totalLike: 5 });
    // Taken back and given again: the time of the first press ends nothing.
    await jest.advanceTimersByTimeAsync(9_000);
    store.dispatch(reactionChanged({ ...like, on: false }));
    store.dispatch(reactionChanged(like));
    await jest.advanceTimersByTimeAsync(9_000);
    store.dispatch(feedsLoaded({ feeds: [post] }));
    expect(now()).toMatchObject({ isLiked: true, totalLike: 5 });
    await jest.advanceTimersByTimeAsync(1_001);
    store.dispatch(feedsLoaded({ feeds: [post] }));
    expect(now()).toMatchObject({ isLiked: false, totalLike: 4 });
  });
});

describe('the address of a post', () => {
  it.each([
    [404, 'ENTITY_NOT_FOUND', 'missing'],
    [403, 'FORBIDDEN', 'missing'],
    [403, 'SUBSCRIPTION_INACTIVE', 'closed'],
    [500, 'INTERNAL', 'failed'],
  ])('of a reply %i %s is %s', async (status, error, place) => {
    const { store } = storeForTest({
      features: [feedFeature],
      answers: {
        getFeed: () => {
          throw new ApiError(status, { statusCode: status, error, message: 'No' });
        },
      },
    });
    store.dispatch(feedRequested({ address: 'x' }));
    await settle();
    expect(store.getState().feed.addresses['x']?.status).toBe(place);
  });
});
