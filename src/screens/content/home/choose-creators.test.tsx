import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listOpened, peopleRequested } from '@/features/content/item/item-slice';
import { firstStepsFeature } from '@/features/identity/first-steps/first-steps-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { subscriptionFeature } from '@/features/money/subscription/subscription-feature';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../../tests/factories/wire';
import { homeList, suggestionsKey } from '../home-query';
import { HomeScreen } from '../home-screen';
import { itemFeatures } from '../item-page';

const names = ['Noor Adeyemi', 'Leo Brandt', 'Wen Halloran', 'Suvi Lahti', 'Ada Moss', 'Juno Park', 'Omar Vale'];
const creators = names.map((name) => wirePerformer({ name, username: name.split(' ')[0], isFollowed: false }));
const newFan = { followPopupShown: false, stats: { totalSubscriptions: 0, following: 0 } };

async function show(user: object, answers: Answers = {}) {
  const given = storeForTest({
    features: [...itemFeatures, performerFeature, subscriptionFeature, firstStepsFeature],
    user,
    answers: {
      listFeeds: () => ({ data: [], total: 0 }),
      listFollowing: () => ({ data: [], total: 0 }),
      listRandomPerformers: () => ({ data: creators, total: creators.length }),
      followPerformer: () => ({}),
      searchUserSubscriptions: () => ({ data: [], total: 0 }),
      getPlatformSubscription: () => ({ isSubscribed: false }),
      setFollowPopupStatus: () => ({ ...newFan, _id: 'f1', followPopupShown: true }),
      ...answers,
    },
  });
  given.store.dispatch(listOpened(homeList({})));
  given.store.dispatch(peopleRequested());
  given.store.dispatch(listRequested({ key: suggestionsKey, source: 'random' }));
  const shown = renderWithStore(<HomeScreen />, { given, path: '/home' });
  await act(settle);
  await screen.findByRole('heading', { level: 1 });
  return shown;
}
const isAsked = () => screen.queryByRole('heading', { level: 1, name: 'Choose three creators' }) !== null;
const follow = (name: string) => userEvent.click(screen.getByRole('button', { name: `Follow ${name}` }));

describe('ChooseCreators', () => {
  it('follows creators with one tap each, shows the progress, and leads to Home', async () => {
    const { calls } = await show(newFan);
    expect(await screen.findByText('Following 0 of 3')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Follow / })).toHaveLength(6);
    for (const name of names.slice(0, 3)) await follow(name);
    expect(screen.getByText('Following 3 of 3')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    const before = calls.filter(({ name }) => name === 'listFeeds').length;
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await act(settle);
    expect(isAsked()).toBe(false);
    expect(calls.filter(({ name }) => name === 'followPerformer')).toHaveLength(3);
    expect(calls.filter(({ name }) => name === 'setFollowPopupStatus')).toHaveLength(1);
    expect(calls.filter(({ name }) => name === 'listFeeds').length).toBeGreaterThan(before);
  });

  it('waits for the last follow before it loads Home', async () => {
    let store: () => void = () => undefined;
    const { calls } = await show(newFan, {
      followPerformer: () =>
        new Promise((resolve) => {
          store = () => resolve({});
        }),
    });
    await screen.findByText('Following 0 of 3');
    await follow('Noor Adeyemi');
    const countLists = () => calls.filter(({ name }) => name === 'listFeeds').length;
    const before = countLists();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await act(settle);
    expect(isAsked()).toBe(true);
    expect(countLists()).toBe(before);
    store();
    await act(settle);
    expect(isAsked()).toBe(false);
    expect(countLists()).toBeGreaterThan(before);
  });

  it('can be skipped, even if storing that fails', async () => {
    await show(newFan, {
      setFollowPopupStatus: () => {
        throw new Error('offline');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }));
    await act(settle);
    expect(isAsked()).toBe(false);
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeInTheDocument();
  });

  it('is shown once, to fans who follow fewer than three creators and have no subscription, if the backend stores that', async () => {
    const following = (count: number) => ({ totalSubscriptions: 0, following: count });
    const asked: boolean[] = [];
    for (const user of [
      newFan,
      { ...newFan, stats: following(1) },
      { ...newFan, stats: following(3) },
      { ...newFan, followPopupShown: true },
      { stats: following(0) },
      { ...newFan, stats: { totalSubscriptions: 1, following: 1 } },
    ]) {
      const { unmount } = await show(user);
      asked.push(isAsked());
      unmount();
    }
    expect(asked).toEqual([true, true, false, false, false, false]);
  });

  it('is not shown on a site without creators', async () => {
    await show(newFan, { listRandomPerformers: () => ({ data: [], total: 0 }) });
    expect(isAsked()).toBe(false);
  });
});
