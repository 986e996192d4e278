import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { useAppSelector } from '@/store/hooks';
import { reactionChanged, subscriptionChanged } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../../tests/factories/wire';
import { FollowButton } from './components/follow-button';
import { ProfileBio } from './components/profile-header';
import { performerFeature } from './performer-feature';
import {
  listRequested,
  profileRequested,
  selectAddress,
  selectList,
  selectProfile,
  type PerformerCard,
} from './performer-slice';

const mira = wirePerformer({ isFollowed: false });
mira.stats.followers = 10;
const address = 'mira';

async function load(answers: Answers, user?: object) {
  const made = storeForTest({ features: [performerFeature], answers: { getPerformer: () => mira, ...answers }, user });
  made.store.dispatch(profileRequested({ address }));
  await settle();
  return made;
}

function MiraButton() {
  const performer = useAppSelector(selectProfile(address));
  return performer ? <FollowButton performer={performer} /> : null;
}

describe('following', () => {
  it('is shown immediately, with one more follower, and stays if the server accepts it', async () => {
    let agree: (() => void) | undefined;
    const given = await load({ followPerformer: () => new Promise((resolve) => (agree = () => resolve({}))) }, {});
    renderWithStore(<MiraButton />, { given });
    await userEvent.click(screen.getByRole('button', { name: 'Follow Mira Okafor' }));
    expect(screen.getByRole('button', { name: 'Following Mira Okafor: stop' })).toHaveAttribute('aria-pressed', 'true');
    expect(selectProfile(address)(given.store.getState())?.stats.followers).toBe(11);
    agree?.();
    await act(settle);
    expect(screen.getByRole('button')).toHaveTextContent('Following');
    expect(given.calls.at(-1)).toMatchObject({ name: 'followPerformer', input: { params: { id: mira._id } } });
  });

  it('is undone, with the reason, if the server rejects it', async () => {
    const given = await load(
      {
        followPerformer: () => {
          throw new ApiError(403, { message: 'You may not do this.' });
        },
      },
      {},
    );
    renderWithStore(<MiraButton />, { given });
    await userEvent.click(screen.getByRole('button', { name: 'Follow Mira Okafor' }));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Follow Mira Okafor' })).toHaveAttribute('aria-pressed', 'false');
    expect(selectProfile(address)(given.store.getState())?.stats.followers).toBe(10);
    expect(selectToasts(given.store.getState())).toMatchObject([{ text: 'You may not do this.', tone: 'error' }]);
  });

  it('ends in the state of the last of several quick presses, with one call at a time', async () => {
    const waiting: (() => void)[] = [];
    const slow = () => new Promise<unknown>((resolve) => waiting.push(() => resolve({})));
    const given = await load({ followPerformer: slow, unfollowPerformer: slow }, {});
    const sent = () => given.calls.map(({ name }) => name).filter((name) => name !== 'getPerformer');
    renderWithStore(<MiraButton />, { given });
    for (let press = 0; press < 4; press += 1) await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('button')).toHaveTextContent('Follow');
    expect(sent()).toEqual(['followPerformer']);
    for (let turn = 0; turn < 3; turn += 1) {
      waiting.shift()?.();
      await act(settle);
    }
    expect(sent()).toEqual(['followPerformer', 'unfollowPerformer']);
    expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'false');
  });

  it('leads guests to the sign-up, without a call', async () => {
    window.history.replaceState(null, '', '/mira?tab=videos');
    const given = await load({});
    renderWithStore(<MiraButton />, { given });
    await userEvent.click(screen.getByRole('button'));
    expect(given.visited).toEqual(['/auth/register?returnTo=%2Fmira%3Ftab%3Dvideos']);
    expect(given.calls.map(({ name }) => name)).toEqual(['getPerformer']);
    expect(screen.getByRole('button')).toHaveTextContent('Follow');
  });
});

describe('a profile', () => {
  it.each([
    [404, 'missing'],
    [403, 'missing'],
    [400, 'missing'],
    [414, 'missing'],
    [500, 'failed'],
    [0, 'failed'],
  ])('with the response %i is %s', async (status, word) => {
    const { store } = await load({
      getPerformer: () => {
        throw new ApiError(status, undefined);
      },
    });
    expect(selectAddress(address)(store.getState())?.status).toBe(word);
    expect(selectProfile(address)(store.getState())).toBeUndefined();
  });

  it.each([
    [503, true],
    [404, false],
  ])('on screen stays after the response %i: %s', async (status, isShown) => {
    let isDown = false;
    const { store } = await load({
      getPerformer: () => {
        if (isDown) throw new ApiError(status, undefined);
        return mira;
      },
    });
    isDown = true;
    store.dispatch(profileRequested({ address }));
    await settle();
    expect(selectProfile(address)(store.getState()) !== undefined).toBe(isShown);
  });

  it('on screen is reloaded after the connection was lost', async () => {
    const { store } = await load({ getPerformer: ({ params }) => ({ ...mira, _id: `id of ${params?.['id']}` }) });
    store.dispatch(profileRequested({ address: 'tom' }));
    await settle();
    window.history.replaceState(null, '', '/mira?tab=video');
    expect(performerFeature.resync?.(store.getState())).toEqual([profileRequested({ address })]);
    window.history.replaceState(null, '', '/home');
    expect(performerFeature.resync?.(store.getState())).toEqual([]);
  });

  it('is reloaded when a subscription to its creator begins or ends', async () => {
    let isSubscribed = false;
    const { store } = await load({ getPerformer: () => ({ ...mira, isSubscribed }) }, {});
    isSubscribed = true;
    store.dispatch(subscriptionChanged({ performerId: mira._id }));
    await settle();
    expect(selectProfile(address)(store.getState())?.isSubscribed).toBe(true);
  });
});

describe('a list of creators', () => {
  const cards = Array.from({ length: 15 }, (_, index) => wirePerformer({ username: `c${index}` }) as PerformerCard);
  const key = 'all';
  const searchPerformers: Answers['searchPerformers'] = ({ query }) => {
    const offset = Number(query?.['offset']);
    return { data: cards.slice(offset, offset + Number(query?.['limit'])), total: cards.length };
  };

  it('loads more with the same filter, each creator once', async () => {
    const { store, calls } = await load({ searchPerformers });
    store.dispatch(listRequested({ key, query: { q: 'clay' } }));
    await settle();
    store.dispatch(listRequested({ key, more: true }));
    await settle();
    expect(selectList(key)(store.getState())).toMatchObject({ ids: cards.map(({ _id }) => _id), total: 15 });
    expect(calls.at(-1)?.input.query).toMatchObject({ q: 'clay', offset: 12 });
  });

  it('keeps its length when the viewer returns, and is reloaded as a whole', async () => {
    const { store, calls } = await load({ searchPerformers });
    const ids = () => selectList(key)(store.getState())?.ids;
    store.dispatch(listRequested({ key, query: { q: 'clay' } }));
    await settle();
    store.dispatch(listRequested({ key, more: true }));
    await settle();
    store.dispatch(listRequested({ key, query: { q: 'clay' } }));
    expect(ids()).toHaveLength(15);
    await settle();
    expect(ids()).toEqual(cards.map(({ _id }) => _id));
    expect(calls.at(-1)?.input.query).toMatchObject({ q: 'clay', offset: 0, limit: 15 });
  });

  it('keeps its rows when the next page fails', async () => {
    let isDown = false;
    const { store } = await load({
      searchPerformers: (input) => {
        if (isDown) throw new ApiError(500, undefined);
        return searchPerformers?.(input);
      },
    });
    store.dispatch(listRequested({ key }));
    await settle();
    isDown = true;
    store.dispatch(listRequested({ key, more: true }));
    await settle();
    expect(selectList(key)(store.getState())).toMatchObject({ status: 'failed' });
    expect(selectList(key)(store.getState())?.ids).toHaveLength(12);
  });
});

describe('saving a creator', () => {
  it('is shown on the profile, and can be undone', async () => {
    const { store } = await load({}, {});
    const change = { objectType: 'performer', objectId: mira._id, action: 'bookmark' } as const;
    store.dispatch(reactionChanged({ ...change, on: true }));
    expect(selectProfile(address)(store.getState())).toMatchObject({ isBookmarked: true, isBookMarked: true });
    store.dispatch(reactionChanged({ ...change, on: false }));
    expect(selectProfile(address)(store.getState())).toMatchObject({ isBookmarked: false, isBookMarked: false });
  });
});

describe('a bio', () => {
  it('is shortened when it is long, until “Read more” is pressed', async () => {
    const { rerender } = render(<ProfileBio bio="One plant a week." />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    rerender(<ProfileBio bio={'One plant a week, from the first line to the last wash. '.repeat(12)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Read more' }));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('a creator who moved to the next page between two requests is shown once', async () => {
  const [first, second, third] = ['First', 'Second', 'Third'].map((name) => wirePerformer({ name, username: name }));
  const { store } = await load({
    searchPerformers: ({ query }) => ({ data: query?.['offset'] === 0 ? [first, second] : [second, third], total: 4 }),
  });
  store.dispatch(listRequested({ key: 'all' }));
  await settle();
  store.dispatch(listRequested({ key: 'all', more: true }));
  await settle();
  expect(selectList('all')(store.getState())?.ids).toEqual([first?._id, second?._id, third?._id]);
});
