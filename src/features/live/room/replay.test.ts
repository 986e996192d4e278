import { ApiError } from '@/services/api-error';
import { storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { roomFeature } from './room-feature';
import * as room from './room-slice';
import { selectReplay, type Show } from './room-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const performerId = 'f00000000000000000000009';
const show = {
  _id: 'e00000000000000000000001',
  performerId,
  sessionId: 's1',
  conversationId: 'c00000000000000000000001',
  stats: { members: 3, likes: 0 },
} as Show;
const offline = () => {
  throw new ApiError(422, { statusCode: 422, message: 'No.', error: 'STREAM_OFFLINE' });
};
const page = (streamId: string) => ({ data: [{ _id: 'v1', slug: 'evening', streamId, title: 'Evening' }], total: 1 });

async function enter(answers: Answers, extensions?: readonly string[]) {
  const made = storeForTest({
    features: [roomFeature],
    user: {},
    answers: {
      joinStream: () => ({ ...show, stream: show, conversation: null }),
      listFeeds: () => ({ data: [], total: 0 }),
      searchStreams: () => ({ data: [], total: 0 }),
      ...answers,
    },
    ...(extensions && { extensions }),
  });
  made.store.dispatch(room.roomEntered({ performerId }));
  await vi.advanceTimersByTimeAsync(1);
  const read = () => selectReplay(made.store.getState());
  const countLooks = () => made.calls.filter(({ name }) => name === 'searchVideos').length;
  return { ...made, read, countLooks };
}

const end = { conversationId: show.conversationId ?? '', endedBy: 'host' } as const;

it('a replay is searched for once while no show is live, with a public call', async () => {
  const { read, calls, countLooks } = await enter({ joinStream: offline, searchVideos: () => page('e2') });
  expect(read()).toEqual({ videoId: 'evening', streamId: 'e2', title: 'Evening' });
  const look = calls.find(({ name }) => name === 'searchVideos');
  expect(look).toMatchObject({ input: { query: { performerId, isReplay: true, limit: 1 } } });
  await vi.advanceTimersByTimeAsync(130_000);
  expect(countLooks()).toBe(1);
});

it('after a show, only its own replay is waited for and offered', async () => {
  let streamId = 'e0';
  const { store, read, countLooks } = await enter({ searchVideos: () => page(streamId) });
  expect(countLooks()).toBe(0);
  store.dispatch(room.showEnded(end));
  await vi.advanceTimersByTimeAsync(1);
  expect([countLooks(), read()]).toEqual([1, null]);
  streamId = show._id;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read()).toMatchObject({ videoId: 'evening' });
  await vi.advanceTimersByTimeAsync(130_000);
  expect(countLooks()).toBe(2);
});

it('the search is repeated after a failure, but not after leaving', async () => {
  let isAway = true;
  const { store, read, countLooks } = await enter({
    searchVideos: () => (isAway ? offline() : page('e0')),
  });
  store.dispatch(room.showEnded(end));
  await vi.advanceTimersByTimeAsync(61_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countLooks()).toBe(3);
  store.dispatch(room.roomLeft());
  await vi.advanceTimersByTimeAsync(130_000);
  expect([countLooks(), read()]).toEqual([3, null]);
});

it('no search is made if the backend has no replays', async () => {
  const { countLooks } = await enter({ joinStream: offline, searchVideos: () => page('e2') }, []);
  expect(countLooks()).toBe(0);
});

it('replay and next show are searched for if the server already tried to join and was refused', async () => {
  const { store, read, calls } = await enter({ joinStream: offline, searchVideos: () => page('e2') });
  store.dispatch(room.roomLeft());
  store.dispatch(room.joinRequested({ performerId }));
  await vi.advanceTimersByTimeAsync(1);
  calls.length = 0;
  store.dispatch(room.roomEntered({ performerId }));
  await vi.advanceTimersByTimeAsync(1);
  expect(read()).toMatchObject({ videoId: 'evening' });
  expect(calls.map(({ name }) => name).toSorted()).toEqual(['listFeeds', 'searchVideos']);
});
