import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../../tests/harness/render-with-store';
import { feedItem, wireFeed, wirePerformer } from '../../../../../tests/factories/wire';
import { itemFeature } from '../item-feature';
import type { ItemQuery } from '../item-kind';
import { itemKey } from '../item-kinds';
import { deleteRequested, newItemsCheckRequested, itemsLoaded, listOpened } from '../item-slice';
import { selectItem, selectRemoval } from '../item-state';
import { DeleteItemSheet } from './delete-item-sheet';
import { ItemList } from './item-list';

vi.mock('next/dynamic', () => ({ default: () => () => null }));

const query: ItemQuery = { kind: 'feed', from: 'home' };
const page = (data: object[]) => ({ data, total: data.length });

async function show(answers: Answers) {
  const given = storeForTest({ features: [itemFeature], answers, user: {} });
  given.store.dispatch(listOpened(query));
  const shown = renderWithStore(<ItemList query={query} emptyState={<p>Follow somebody</p>} />, { given });
  await act(settle);
  return shown;
}

afterEach(() => window.localStorage.clear());

describe('a list of posts', () => {
  it('shows skeletons while loading, and its own empty state', async () => {
    const given = storeForTest({ features: [itemFeature], answers: { listFeeds: () => page([]) }, user: {} });
    given.store.dispatch(listOpened(query));
    renderWithStore(<ItemList query={query} emptyState={<p>Follow somebody</p>} />, { given });
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(await screen.findByText('Follow somebody')).toBeInTheDocument();
  });

  it('shows an error and retries', async () => {
    let isDown = true;
    await show({
      listFeeds: () => {
        if (isDown) throw new ApiError(0, undefined);
        return page([wireFeed()]);
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('The posts did not load');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toHaveTextContent('The Thursday kiln is open.');
    expect(screen.getByText('You’re all caught up')).toBeInTheDocument();
  });

  it('announces new posts and shows them when the reader asks', async () => {
    const old = wireFeed({ text: 'Old' });
    let feeds = [old];
    const { store } = await show({ listFeeds: () => page(feeds) });
    feeds = [wireFeed({ text: 'New' }), old];
    act(() => void store.dispatch(newItemsCheckRequested()));
    await userEvent.click(await screen.findByRole('button', { name: '1 new post' }));
    expect(screen.getAllByRole('article').map((post) => post.textContent)).toEqual([
      expect.stringContaining('New'),
      expect.stringContaining('Old'),
    ]);
  });

  it('hides a post immediately, remembers that, and can undo it', async () => {
    const feed = wireFeed();
    const { store } = await show({ listFeeds: () => page([feed, wireFeed()]) });
    await userEvent.click(screen.getAllByRole('button', { name: 'More actions' })[0]!);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Hide this post' }));
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(window.localStorage.getItem('hidden_posts_f00000000000000000000001')).toBe(JSON.stringify([feed._id]));
    const undo = store.getState().ui.toasts[0]?.onAction;
    act(() => void (undo && store.dispatch(undo)));
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(window.localStorage.getItem('hidden_posts_f00000000000000000000001')).toBe('[]');
  });

  it('shortens long texts', async () => {
    await show({ listFeeds: () => page([wireFeed({ text: 'word '.repeat(200) })]) });
    expect(screen.getByRole('article').textContent?.length).toBeLessThan(600);
    await userEvent.click(screen.getByRole('button', { name: 'Read more' }));
    expect(screen.getByRole('article').textContent?.length).toBeGreaterThan(1000);
  });
});

describe('deleting a post', () => {
  const performer = wirePerformer();
  const kiln = wireFeed({ performer, title: 'Kiln' });

  function ask(answers: Answers, feed = kiln) {
    const given = storeForTest({ features: [itemFeature], answers, user: { _id: performer._id } });
    given.store.dispatch(itemsLoaded([feedItem(feed)]));
    const onDeleted = vi.fn();
    return {
      ...renderWithStore(
        <DeleteItemSheet itemKey={itemKey('feed', feed._id)} onClose={() => undefined} onDeleted={onDeleted} />,
        { given },
      ),
      onDeleted,
    };
  }

  it('has to be confirmed by typing a word', async () => {
    const { calls, onDeleted } = ask({ deleteFeed: () => ({ success: true }) });
    expect(screen.getByRole('button', { name: 'Delete the post' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox'), 'Delete{Enter}');
    await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1));
    expect(calls).toEqual([expect.objectContaining({ name: 'deleteFeed', input: { params: { id: kiln._id } } })]);
  });

  it('deletes both of two posts, even if the page was left before the first response', async () => {
    const second = wireFeed({ performer });
    const ends: (() => void)[] = [];
    const { calls, store } = ask({ deleteFeed: () => new Promise((resolve) => ends.push(() => resolve({}))) });
    const key = itemKey('feed', second._id);
    act(() => {
      store.dispatch(itemsLoaded([feedItem(second)]));
      store.dispatch(deleteRequested({ key: itemKey('feed', kiln._id) }));
      store.dispatch(deleteRequested({ key }));
    });
    expect(calls.map(({ input }) => input.params?.['id'])).toEqual([kiln._id, second._id]);
    ends[0]?.();
    await act(settle);
    expect(selectRemoval(store.getState())).toEqual({ key, status: 'pending' });
    ends[1]?.();
    await act(settle);
    expect(selectItem(key)(store.getState())).toBeUndefined();
  });

  it('says that buyers keep the post', () => {
    ask({});
    expect(screen.queryByText(/who bought it/)).not.toBeInTheDocument();
    ask({}, wireFeed({ performer, isSale: true, price: 6 }));
    expect(screen.getByText(/People who bought it keep it\./)).toBeInTheDocument();
  });

  it('shows why it failed', async () => {
    const { onDeleted } = ask({
      deleteFeed: () => {
        throw new ApiError(403, { message: 'You may not do this.' });
      },
    });
    await userEvent.type(screen.getByRole('textbox'), 'delete{Enter}');
    expect(await screen.findByText('You may not do this.')).toBeInTheDocument();
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
