import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { followChanged } from '@/store/intents';
import { wireId, wirePerformer } from '../../../../tests/factories/wire';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { FollowList } from './components/follow-list';
import { followFeature } from './follow-feature';
import { follows } from './follow-feature';

const follow = (name: string) => ({
  _id: wireId(),
  followerId: wireId(),
  followingId: wireId(),
  followingInfo: wirePerformer({ name, isFollowed: false }),
});

async function show(answers: Answers) {
  const given = storeForTest({ features: [followFeature], answers, user: {} });
  given.store.dispatch(follows.following.requested({}));
  await settle();
  const row = ({ followingInfo }: { followingInfo?: { name: string } | null }) => followingInfo?.name;
  renderWithStore(<FollowList side="following" renderRow={row} empty={{ title: 'Nobody', text: 'Yet.' }} />, { given });
  return given;
}

describe('followed creators', () => {
  it('are loaded page by page, each creator once', async () => {
    const all = Array.from({ length: 12 }, (_, index) => follow(`Creator ${index}`));
    const { calls } = await show({
      listFollowing: ({ query }) => ({
        data: all.slice(Number(query?.['offset']), Number(query?.['offset']) + 10),
        total: 12,
      }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await act(settle);
    expect(screen.getAllByRole('listitem')).toHaveLength(12);
    expect(calls.map(({ input }) => input.query?.['offset'])).toEqual([0, 10]);
    expect(screen.getByText('You’ve reached the end')).toBeInTheDocument();
  });

  it('are marked as followed, and stay in the list after unfollowing', async () => {
    const one = follow('Mira Okafor');
    const { store } = await show({ listFollowing: () => ({ data: [one], total: 1 }) });
    const isFollowed = () => follows.following.select(store.getState()).rows[0]?.followingInfo?.isFollowed;
    expect(isFollowed()).toBe(true);
    act(() => void store.dispatch(followChanged({ performerId: one.followingInfo._id, isFollowed: false })));
    expect(isFollowed()).toBe(false);
    expect(screen.getByText('Mira Okafor')).toBeInTheDocument();
  });

  it('are all loaded even after some were unfollowed', async () => {
    const all = Array.from({ length: 14 }, (_, index) => follow(`Creator ${index}`));
    let there = all;
    const { store } = await show({
      listFollowing: ({ query }) => {
        const offset = Number(query?.['offset']);
        return { data: there.slice(offset, offset + 10), total: there.length };
      },
    });
    there = all.slice(2);
    for (const { followingInfo } of all.slice(0, 2))
      act(() => void store.dispatch(followChanged({ performerId: followingInfo._id, isFollowed: false })));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await act(settle);
    expect(screen.getAllByRole('listitem')).toHaveLength(14);
  });

  it('have an empty state and an error state', async () => {
    let isDown = true;
    await show({
      listFollowing: () => {
        if (isDown) throw new ApiError(500, {});
        return { data: [], total: 0 };
      },
    });
    expect(screen.getByText('The list did not load')).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByText('Nobody')).toBeInTheDocument();
  });
});
