import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { tipRequested, unlockRequested, subscribeRequested, platformSubscriptionRequested } from '@/store/intents';
import { reactionFeature } from '@/features/content/reaction/reaction-feature';
import {
  renderWithStore,
  settle,
  storeForTest,
  type StoreOptions,
} from '../../../../../tests/harness/render-with-store';
import {
  feedItem,
  wireFeed,
  wireFile,
  wireId,
  wireLockedFile,
  wirePerformer,
  type WireFeed,
} from '../../../../../tests/factories/wire';
import { itemFeature } from '../item-feature';
import { itemKey } from '../item-kinds';
import { itemsLoaded } from '../item-slice';
import { ItemCard } from './item-card';

const performer = wirePerformer();

function show(feed: WireFeed, options: StoreOptions = { user: {} }) {
  const given = storeForTest({ ...options, features: [itemFeature, reactionFeature] });
  const dispatched = vi.spyOn(given.store, 'dispatch');
  given.store.dispatch(itemsLoaded([feedItem(feed)]));
  const shown = renderWithStore(<ItemCard itemKey={itemKey('feed', feed._id)} isPage />, { given });
  return { ...shown, dispatched };
}

const locked = (overrides: Partial<WireFeed>) =>
  wireFeed({ type: 'photo', text: '', files: [wireLockedFile(), wireLockedFile()], performer, ...overrides });

describe('a locked post', () => {
  it('for sale shows its price and contents, and can be bought', async () => {
    const feed = locked({
      access: 'locked-sale',
      isSale: true,
      price: 4.5,
      title: 'All stages',
      tagline: 'nine layers',
    });
    const { dispatched, container } = show(feed);
    const card = screen.getByRole('region', { name: 'Locked: All stages' });
    expect(card).toHaveTextContent('2 photos');
    expect(card).toHaveTextContent('Inside: nine layers');
    expect(card).toHaveTextContent('From your wallet, balance $24.30. Yours to keep.');
    await userEvent.click(within(card).getByRole('button', { name: 'Unlock for $4.50' }));
    expect(dispatched).toHaveBeenLastCalledWith(
      unlockRequested({
        target: 'feed',
        id: feed._id,
        price: 4.5,
        title: 'All stages',
        performer: { _id: performer._id, name: 'Mira Okafor', username: 'mira', avatar: '' },
      }),
    );
    expect([...container.querySelectorAll('img')].map((img) => img.src)).toEqual(['https://media.test/blurred']);
  });

  it('for subscribers offers a subscription', async () => {
    const { dispatched } = show(locked({ access: 'locked-subscription', isSubscribed: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe for $8.50 a month' }));
    expect(dispatched.mock.lastCall?.[0]).toMatchObject({ type: subscribeRequested.type });
  });

  it('that is free to platform subscribers shows the wording of the specification', async () => {
    const { dispatched } = show(locked({ access: 'locked-platform', isFree: true }));
    expect(screen.getByText('Please subscribe to the platform to see the content for free!')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe to Ovela for $11.99 a month' }));
    expect(dispatched).toHaveBeenLastCalledWith(platformSubscriptionRequested());
  });

  it('for site members offers the creator’s subscription if the site has no membership', async () => {
    const { dispatched } = show(locked({ access: 'locked-platform', isFree: true }), { user: {}, extensions: [] });
    expect(screen.queryByText(/subscribe to the platform/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe for $8.50 a month' }));
    expect(dispatched.mock.lastCall?.[0]).toMatchObject({ type: subscribeRequested.type });
  });

  it('sends a guest to the sign-up, which leads back to the post', () => {
    const feed = locked({ access: 'locked-sale', isSale: true, price: 4.5 });
    show(feed, {});
    expect(screen.getByRole('link', { name: 'Unlock for $4.50' })).toHaveAttribute(
      'href',
      `/auth/register?returnTo=${encodeURIComponent(`/post/${feed.slug}`)}`,
    );
  });

  it('offers no purchase to a creator’s account', () => {
    show(locked({ access: 'locked-sale', isSale: true, price: 4.5 }), { user: { isPerformer: true } as never });
    expect(screen.queryByText(/Unlock/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See Mira Okafor’s page' })).toHaveAttribute('href', '/mira');
  });

  it('plays its teaser only when asked to', async () => {
    const teaser = wireFile({ type: 'feed-video', url: 'https://media.test/teaser', duration: 30 });
    const { container } = show(locked({ access: 'locked-sale', isSale: true, price: 4.5, teaser }));
    expect(container.querySelector('video')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Teaser, 0:30' }));
    expect(container.querySelector('video')).toHaveAttribute('src', 'https://media.test/teaser');
  });

  it('has the access that its flags imply if the backend sends no `access`', () => {
    show(locked({ access: undefined, isSale: true, price: 3, isBought: false }));
    expect(screen.getByRole('button', { name: 'Unlock for $3.00' })).toBeInTheDocument();
  });
});

describe('M-16: a post for sale whose video is being processed', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const sale = { access: 'locked-sale', isSale: true, price: 4.5, type: 'video', title: 'All stages' } as const;
  const waiting = locked({ ...sale, files: [{ ...wireLockedFile(), status: 'processing' }] });

  it('cannot be bought and shows why, until the video is ready', async () => {
    const ready = { ...waiting, files: [{ ...wireLockedFile(), status: 'finished' as const }] };
    show(waiting, { user: {}, answers: { getFeed: () => ready } });
    expect(screen.getByRole('button', { name: 'Still being processed' })).toBeDisabled();
    expect(screen.getByText('You can unlock it as soon as it’s ready.')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(screen.getByRole('button', { name: 'Unlock for $4.50' })).toBeEnabled();
  });

  it('can be bought if the backend does not wait for processing', () => {
    show(waiting, { user: {}, extensions: [] });
    expect(screen.getByRole('button', { name: 'Unlock for $4.50' })).toBeEnabled();
  });
});

it('M-21: a buyer sees what will happen about a broken file', () => {
  const file = wireFile({ type: 'feed-video', url: null, status: 'error' });
  show(wireFeed({ type: 'video', files: [file], isSale: true, isBought: true, price: 4, access: 'open', performer }));
  expect(screen.getByText(/you get your money back/)).toBeInTheDocument();
});

describe('an unlocked post', () => {
  it('shows its pictures with their descriptions', () => {
    show(wireFeed({ type: 'photo', files: [wireFile({ alt: 'Four vases' })] }));
    expect(screen.getByRole('img', { name: 'Four vases' })).toBeInTheDocument();
  });

  it('shows that files are being processed', () => {
    show(wireFeed({ type: 'video', files: [wireFile({ type: 'feed-video', url: null, status: 'processing' })] }));
    expect(screen.getByText(/being processed/)).toBeInTheDocument();
  });

  it('requests new links when one has expired', async () => {
    const feed = wireFeed({ type: 'photo', files: [wireFile({ alt: 'Vase' })] });
    const { calls } = show(feed, { user: {}, answers: { getFeed: () => feed } });
    act(() => void screen.getByRole('img', { name: 'Vase' }).dispatchEvent(new Event('error')));
    act(() => void screen.getByRole('img', { name: 'Vase' }).dispatchEvent(new Event('error')));
    expect(calls).toEqual([expect.objectContaining({ name: 'getFeed', input: { params: { id: feed._id } } })]);
    await act(settle);
  });
});

describe('a poll', () => {
  const poll = (description: string, totalVote: number) => ({
    _id: wireId(),
    description,
    totalVote,
    createdAt: '',
    updatedAt: '',
  });
  const build = () => {
    const polls = [poll('Hips', 2), poll('Neck', 1)];
    return wireFeed({
      polls,
      pollIds: polls.map(({ _id }) => _id),
      pollDescription: 'What does your body ask for?',
      pollExpiredAt: '2030-01-01T00:00:00.000Z',
    });
  };

  it('accepts one vote and shows the result', async () => {
    const feed = build();
    const voted = { ...feed, polls: [{ ...feed.polls[0]!, totalVote: 3, isVoted: true }, feed.polls[1]!] };
    const { calls } = show(feed, { user: {}, answers: { votePoll: () => ({ voted: true }), getFeed: () => voted } });
    await userEvent.click(await screen.findByRole('radio', { name: 'Hips' }));
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    expect(calls[0]).toMatchObject({ name: 'votePoll', input: { params: { id: feed.polls[0]?._id } } });
    expect((await screen.findByText('75%')).textContent).toBe('75% 3 votes');
    expect(screen.getByText('25%').textContent).toBe('25% 1 vote');
    expect(screen.getByRole('status')).toHaveTextContent('You voted for Hips: 75 percent of 4 votes');
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    // The button that was pressed has disappeared, so the focus moves to the result.
    expect(screen.getByRole('group', { name: 'What does your body ask for?' })).toHaveFocus();
  });

  it('shows the vote even if the backend does not send the viewer’s choice', async () => {
    const feed = build();
    const counted = { ...feed, polls: [{ ...feed.polls[0]!, totalVote: 3 }, feed.polls[1]!] };
    show(feed, { user: {}, answers: { votePoll: () => ({ voted: true }), getFeed: () => counted } });
    await userEvent.click(await screen.findByRole('radio', { name: 'Hips' }));
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    expect(await screen.findByText('75%')).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('You voted for Hips: 75 percent of 4 votes');
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  it('shows why a vote was rejected', async () => {
    const feed = build();
    const { store } = show(feed, {
      user: {},
      answers: {
        votePoll: () => {
          throw new ApiError(422, { statusCode: 422, error: 'ALREADY_VOTED', message: 'You’ve already voted.' });
        },
        getFeed: () => feed,
      },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Neck' }));
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    expect(await screen.findByText('67%')).toBeInTheDocument();
    expect(store.getState().ui.toasts[0]?.text).toBe('You’ve already voted.');
  });

  it('shows guests only the result', async () => {
    show(build(), {});
    expect(await screen.findByText(/3 votes · closes on/)).toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in to vote' })).toHaveAttribute(
      'href',
      expect.stringContaining('/auth/login?returnTo='),
    );
  });
});

it('URLs in the text of a post are links', () => {
  show(wireFeed({ text: 'Recipe: https://bakery.example/loaf.' }));
  expect(screen.getByRole('link', { name: 'https://bakery.example/loaf' })).toHaveAttribute('target', '_blank');
});

describe('the actions of a post', () => {
  it('show a like immediately, and undo it if it is rejected', async () => {
    const feed = wireFeed();
    let refuse: (error: Error) => void = () => undefined;
    const { store } = show(feed, {
      user: {},
      answers: { createReaction: () => new Promise((_resolve, reject) => (refuse = reject)) },
    });
    const like = screen.getByRole('button', { name: 'Like, 2' });
    await userEvent.click(like);
    expect(like).toHaveAccessibleName('Like, 3');
    expect(like).toHaveAttribute('aria-pressed', 'true');
    refuse(new ApiError(500, { message: 'Broken' }));
    expect(await screen.findByRole('button', { name: 'Like, 2' })).toHaveAttribute('aria-pressed', 'false');
    expect(store.getState().ui.toasts[0]).toMatchObject({ text: 'Broken', action: 'Try again' });
  });

  it('save the post', async () => {
    const feed = wireFeed();
    const { calls } = show(feed, { user: {}, answers: { createReaction: () => ({}) } });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'true');
    expect(calls[0]?.input.body).toEqual({ objectType: 'feed', objectId: feed._id, action: 'bookmark' });
  });

  it('offer a tip to the creator', async () => {
    const { dispatched } = show(wireFeed({ performer }));
    await userEvent.click(screen.getByRole('button', { name: 'Tip' }));
    expect(dispatched.mock.lastCall?.[0]).toMatchObject({
      type: tipRequested.type,
      payload: { performer: { _id: performer._id } },
    });
  });

  it('lead guests to the sign-up', async () => {
    const { visited } = show(wireFeed(), {});
    await userEvent.click(screen.getByRole('button', { name: 'Like, 2' }));
    expect(visited).toEqual(['/auth/register?returnTo=%2F']);
  });

  it('let the owner edit and delete, but not tip', async () => {
    const feed = wireFeed({ performer });
    show(feed, { user: { _id: performer._id, isPerformer: true } as never });
    expect(screen.queryByRole('button', { name: 'Tip' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.getByRole('menuitem', { name: 'Edit post' })).toHaveAttribute(
      'href',
      `/creator/my-post/edit/${feed._id}`,
    );
    expect(screen.getByRole('menuitem', { name: 'Delete post' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Hide this post' })).not.toBeInTheDocument();
  });
});

describe('a bought post whose creator has blocked the buyer', () => {
  const bought = { performer, access: 'open', isSale: true, price: 4.5, isBought: true, isReadOnly: true } as const;

  it('offers no action that would be rejected, and shows why', async () => {
    show(wireFeed(bought));
    expect(
      screen.getByText(
        'You can still open what you bought. This creator doesn’t take likes, comments, tips or messages from you.',
      ),
    ).toBeInTheDocument();
    for (const name of [/^Like/, 'Save', 'Tip', /^Comments/]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(screen.queryByRole('link', { name: 'Mira Okafor' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Share' })).toBeInTheDocument();
  });

  it('lets the buyer remove an existing like and bookmark', async () => {
    const { calls } = show(wireFeed({ ...bought, isLiked: true, isBookMarked: true, isBookmarked: true }), {
      user: {},
      answers: { deleteReaction: () => true },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(screen.getByRole('button', { name: /^Like/ }));
    await settle();
    expect(calls.map(({ name, input }) => [name, input.body])).toEqual([
      ['deleteReaction', expect.objectContaining({ action: 'bookmark' })],
      ['deleteReaction', expect.objectContaining({ action: 'like' })],
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('shows the result of its poll, but accepts no vote', async () => {
    const option = { _id: wireId(), description: 'Hips', totalVote: 2, createdAt: '', updatedAt: '' };
    show(wireFeed({ ...bought, polls: [option], pollIds: [option._id], pollDescription: 'Where?' }));
    expect(await screen.findByText('100%')).toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });
});

describe('the audience label of a post', () => {
  const free = { performer, isSale: true, price: 0, isBought: true } as const;

  it('is not “Unlocked” for its own creator, whom backends count as a buyer', () => {
    show(wireFeed(free), { user: { _id: performer._id, isPerformer: true } as never });
    expect(screen.queryByText(/Unlocked/)).not.toBeInTheDocument();
    expect(screen.getByText(/· Public/)).toBeInTheDocument();
  });

  it('is “Unlocked” for a fan who bought it', () => {
    show(wireFeed({ ...free, price: 3 }));
    expect(screen.getByText(/· Unlocked/)).toBeInTheDocument();
  });
});

describe('a post that announces a show', () => {
  const announce = (overrides: Partial<WireFeed> = {}) =>
    wireFeed({
      type: 'scheduled-streaming',
      performer,
      streamingScheduled: new Date(Date.now() + 90_000).toISOString(),
      isReminded: false,
      reminders: 2,
      ...overrides,
    });

  it('counts down, and its reminder can be set', async () => {
    const answers = { setShowReminder: () => ({ isReminded: true }) };
    const { calls } = show(announce(), { user: {}, answers });
    expect(await screen.findByText(/Live in 1:(29|30)/)).toBeInTheDocument();
    expect(screen.getByText('2 reminders set')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remind me' }));
    await act(settle);
    expect(calls.at(-1)?.name).toBe('setShowReminder');
    expect(screen.getByRole('button', { name: 'Reminder set' })).toBePressed();
    expect(screen.getByText('3 reminders set')).toBeInTheDocument();
  });

  it('undoes a reminder that the server rejects', async () => {
    const refuse = () => {
      throw new ApiError(500, { message: 'No.' });
    };
    show(announce(), { user: {}, answers: { setShowReminder: refuse } });
    await userEvent.click(await screen.findByRole('button', { name: 'Remind me' }));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Remind me' })).not.toBePressed();
    expect(screen.getByText('2 reminders set')).toBeInTheDocument();
  });

  it.each([
    ['its creator', announce(), { user: { _id: performer._id } }],
    ['viewers after its start', announce({ streamingScheduled: '2020-01-01T20:00:00.000Z' }), { user: {} }],
    ['fans if the backend has no reminders', announce(), { user: {}, extensions: [] }],
  ])('offers no reminder to %s', async (_who, feed, options) => {
    show(feed, options);
    expect(await screen.findByText(/Live in|Announced for/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remind me' })).not.toBeInTheDocument();
  });

  it('links to the show while its creator is live', async () => {
    show(announce({ performer: wirePerformer({ live: 1 }) }));
    expect(await screen.findByRole('link', { name: 'Watch now' })).toHaveAttribute('href', '/streaming/mira');
  });
});
