import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useRouter, type NextRouter } from 'next/router';
import { useState } from 'react';
import { ApiError } from '@/services/api-error';
import { itemRequested } from '@/features/content/item/item-slice';
import { platformSubscriptionRequested } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../tests/harness/render-with-store';
import { feedItem, wireFeed, wireLockedFile, wirePerformer } from '../../../tests/factories/wire';
import { describeItem } from './item/item-meta';
import { itemFeatures } from './item-page';
import { ItemScreen } from './item-screen';

const performer = wirePerformer();
const locked = wireFeed({
  type: 'photo',
  title: 'All stages',
  tagline: 'Nine layers of green',
  text: '',
  access: 'locked-sale',
  isSale: true,
  price: 6,
  files: [wireLockedFile({ url: 'https://media.test/secret' }), wireLockedFile()],
  performer,
});

async function storeWith(answers: Answers, user?: object) {
  const made = storeForTest({ features: itemFeatures, answers, ...(user && { user }) });
  made.store.dispatch(itemRequested({ kind: 'feed', address: 'kiln' }));
  await settle();
  return made;
}

describe('the page of a post', () => {
  it('renders description and price for guests without scripts, but no files', async () => {
    const { store } = await storeWith({ getFeed: () => locked });
    const router = { query: { id: 'kiln' }, asPath: '/post/kiln' } as unknown as NextRouter;
    const html = renderToString(
      <RouterContext.Provider value={router}>
        <Provider store={store}>
          <ItemScreen kind="feed" />
        </Provider>
      </RouterContext.Provider>,
    );
    for (const words of ['Mira Okafor', 'All stages', 'Nine layers of green', '2 photos', 'Unlock for $6.00']) {
      expect(html).toContain(words);
    }
    expect(html + JSON.stringify(store.getState())).not.toContain('secret');
    expect(describeItem(feedItem(locked))).toBe('Nine layers of green. 2 photos for $6.00, by Mira Okafor.');
  });

  it.each([
    [['user', 'admin', 'moderator'], 1],
    [['user', 'admin', 'accountant'], 0],
    [['user'], 0],
  ])('offers its removal to moderators only: %s', async (roles, offered) => {
    const given = await storeWith(
      { getFeed: () => wireFeed(), listComments: () => ({ data: [], total: 0 }) },
      { roles },
    );
    renderWithStore(<ItemScreen kind="feed" />, { given, query: { id: 'kiln' } });
    await act(settle);
    await userEvent.click(await screen.findByRole('button', { name: /More/ }));
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeInTheDocument();
    const removal = screen.queryAllByRole('menuitem', { name: 'Remove for everyone…' });
    expect(removal).toHaveLength(offered);
    for (const item of removal)
      expect(item).toHaveAttribute('href', expect.stringMatching(/^\/admin\/content\/feed\/\w+\?decide=1$/));
  });

  it('shows comments to viewers who can open the post', async () => {
    const given = await storeWith({ getFeed: () => wireFeed(), listComments: () => ({ data: [], total: 0 }) }, {});
    renderWithStore(<ItemScreen kind="feed" />, { given, query: { id: 'kiln' } });
    expect(await screen.findByText('No comments yet. Be the first.')).toBeInTheDocument();
  });

  it('keeps a comment being written under its post when another post opens', async () => {
    const posts = { kiln: wireFeed({ slug: 'kiln' }), bowl: wireFeed({ slug: 'bowl' }) };
    const given = await storeWith(
      {
        getFeed: ({ params }) => posts[params?.['id'] as keyof typeof posts],
        listComments: () => ({ data: [], total: 0 }),
        listFeeds: () => ({ data: [], total: 0 }),
      },
      {},
    );
    given.store.dispatch(itemRequested({ kind: 'feed', address: 'bowl' }));
    await settle();
    const Pages = () => {
      const router = useRouter();
      const [id, setId] = useState('kiln');
      return (
        <RouterContext.Provider value={{ ...router, query: { id } }}>
          {Object.keys(posts).map((one) => (
            <button key={one} type="button" onClick={() => setId(one)}>
              Open {one}
            </button>
          ))}
          <ItemScreen kind="feed" />
        </RouterContext.Provider>
      );
    };
    renderWithStore(<Pages />, { given });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'About the kiln');
    await userEvent.click(screen.getByRole('button', { name: 'Open bowl' }));
    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Open kiln' }));
    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toHaveValue('About the kiln');
  });

  it('requests no comments if the creator has blocked the buyer, and links back to the purchases', async () => {
    const feed = wireFeed({ performer, isBought: true, isReadOnly: true });
    const given = await storeWith({ getFeed: () => feed }, {});
    renderWithStore(<ItemScreen kind="feed" />, { given, query: { id: 'kiln' } });
    expect(screen.queryByRole('heading', { name: /Comments/ })).not.toBeInTheDocument();
    expect(given.calls.map(({ name }) => name)).toEqual(['getFeed']);
    expect(screen.getByRole('link', { name: 'Purchases' })).toHaveAttribute('href', '/user/purchased-content');
    expect(screen.queryByRole('link', { name: /by Mira Okafor/ })).not.toBeInTheDocument();
  });

  it('offers the platform subscription for members-only posts', async () => {
    const given = await storeWith(
      {
        getFeed: () => {
          throw new ApiError(403, { statusCode: 403, error: 'SUBSCRIPTION_INACTIVE', message: 'Please' });
        },
      },
      {},
    );
    const dispatched = vi.spyOn(given.store, 'dispatch');
    renderWithStore(<ItemScreen kind="feed" />, { given, query: { id: 'kiln' } });
    expect(screen.getByText('Please subscribe to the platform to see the content for free!')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /for \$11.99 a month/ }));
    expect(dispatched).toHaveBeenCalledWith(platformSubscriptionRequested());
  });

  it('leads to the creator’s page after the post was deleted', async () => {
    const given = await storeWith(
      {
        getFeed: () => wireFeed({ performer }),
        listComments: () => ({ data: [], total: 0 }),
        deleteFeed: () => ({ success: true }),
      },
      { _id: performer._id, isPerformer: true },
    );
    const { router } = renderWithStore(<ItemScreen kind="feed" />, { given, query: { id: 'kiln' } });
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete post' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Type “delete” to continue' }), 'delete{Enter}');
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/mira'));
  });

  it('shows an error, and can load again', async () => {
    let isDown = true;
    const given = await storeWith(
      {
        getFeed: () => {
          if (isDown) throw new ApiError(500, {});
          return locked;
        },
      },
      {},
    );
    renderWithStore(<ItemScreen kind="feed" />, { given, query: { id: 'kiln' } });
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByRole('region', { name: 'Locked: All stages' })).toBeInTheDocument();
  });
});
