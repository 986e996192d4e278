import { act, screen, within } from '@testing-library/react';
import { ApiError } from '@/services/api-error';
import { pushFeature } from '@/features/conversation/push/push-feature';
import { badgesFeature } from '@/features/conversation/badges/badges-feature';
import { creatorHomeFeature } from '@/features/money/creator-home/creator-home-feature';
import { homeRequested } from '@/features/money/creator-home/creator-home-feature';
import { postSalesFeature } from '@/features/money/post-sales/post-sales-feature';
import { creatorHomeOpened } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { wireFeed } from '../../../../tests/factories/wire';
import { CreatorHome } from './creator-home';

const period = { sales: 2, grossPrice: 12, netPrice: 9.6, newSubscribers: 1, newFollowers: 0 };
const post = wireFeed({ title: 'Field poppies', isSale: true, price: 6 });
const at = '2026-11-20T10:00:00.000Z';
const zoe = { _id: 'f00000000000000000000009', name: 'Zoë', username: 'zoe', avatar: '', isPerformer: false };
const sale = {
  _id: 'e1',
  userInfo: zoe,
  type: 'feed',
  itemName: 'Field poppies',
  grossPrice: 6,
  netPrice: 4.8,
  createdAt: at,
};

const unknownCall = (name: string) => () => {
  throw new ApiError(404, { statusCode: 404, message: `Cannot GET /performer/studio/${name}` });
};

const setUp = {
  verifiedEmail: true,
  verifiedDocument: true,
  avatar: '/a.webp',
  bio: 'I press flowers.',
  pricesChosen: true,
  welcomeMessage: 'Hello!',
};

const overview = {
  today: period,
  week: { ...period, netPrice: 38.25 },
  month: { ...period, netPrice: 1486.9 },
  available: 1284.6,
  pending: 412.35,
  activeSubscribers: 1204,
  nextRelease: { availableAt: '2026-11-24T09:00:00.000Z', amount: 96.2 },
};

async function show(answers: Answers = {}, user: object = {}) {
  const given = storeForTest({
    features: [badgesFeature, creatorHomeFeature, postSalesFeature],
    user: { isPerformer: true, name: 'Noor Adeyemi', wallet: 1284.6, pendingBalance: 412.35, ...user } as never,
    answers: {
      getCreatorHome: () => overview,
      getEarningStats: () => ({ totalGrossPrice: 10, totalNetPrice: 8, totalSiteCommission: 2 }),
      searchEarnings: () => ({ data: [sale], total: 1 }),
      searchPerformerSubscriptions: () => ({ data: [{ _id: 's1', userInfo: zoe, createdAt: at }], total: 1 }),
      listFollowers: () => ({ data: [], total: 0 }),
      listPerformerFeeds: () => ({ data: [post], total: 1 }),
      listPostSales: () => ({ data: [{ feedId: post._id, buyers: 3, grossPrice: 18, netPrice: 14.4 }] }),
      ...answers,
    },
  });
  given.store.dispatch(homeRequested());
  const shown = renderWithStore(<CreatorHome />, { given, path: '/creator/dashboard' });
  await act(settle);
  return shown;
}

describe('CreatorHome', () => {
  it('says that it is open once notifications, which load later, can be offered', async () => {
    const { store } = await show();
    const dispatch = vi.spyOn(store, 'dispatch');
    const opened = () => dispatch.mock.calls.filter(([action]) => creatorHomeOpened.match(action)).length;
    expect(opened()).toBe(0);
    act(() => store.addFeatures([pushFeature]));
    expect(opened()).toBe(1);
  });

  it('shows the income of today, a week and a month, and pending income with its release date', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello, Noor');
    const balances = within(screen.getByRole('region', { name: 'Balances' }));
    expect(balances.getByText('$1,284.60')).toBeInTheDocument();
    expect(balances.getByText('$412.35')).toBeInTheDocument();
    expect(balances.getByText(/\$96\.20 becomes available on/)).toHaveTextContent('24 November');
    for (const sum of ['$9.60', '$38.25', '$1,486.90', '1204']) expect(screen.getByText(sum)).toBeInTheDocument();
  });

  it('shows sales with buyers, new fans, and the creator’s posts with their sales', async () => {
    await show();
    const sales = within(screen.getByRole('region', { name: 'What sold' }));
    expect(sales.getByRole('listitem')).toHaveTextContent(/Post: Field poppies.*Zoë.*\$4\.80/);
    const posts = within(screen.getByRole('region', { name: 'Your latest posts' }));
    expect(posts.getByRole('listitem')).toHaveTextContent('3 buyers, $14.40');
    expect(screen.getByRole('link', { name: 'Zoë' })).toHaveAttribute('href', expect.stringContaining(zoe._id));
  });

  it('lists tasks with links', async () => {
    const broken = { ...post, files: [{ _id: 'x', status: 'error' }] };
    const { store } = await show({ listPerformerFeeds: () => ({ data: [broken], total: 1 }) }, setUp);
    act(
      () =>
        void store.dispatch(badgesFeature.socket!['nofify_read_messages_in_conversation']!({ total: 2 } as never, '')!),
    );
    const panel = screen.getByRole('heading', { name: 'To do' }).closest('section')!;
    const tasks = within(panel).getAllByRole('link');
    expect(tasks.map((task) => [task.textContent, task.getAttribute('href')])).toEqual([
      ['Answer 2 conversations', '/messages?show=unread'],
      ['Replace failed files in 1 post', '/creator/my-post'],
    ]);
  });

  it('lists the refund requests to answer, and loads again when one arrives', async () => {
    const { calls, store } = await show({ getCreatorHome: () => ({ ...overview, refundsToAnswer: 1 }) }, setUp);
    expect(screen.getByRole('link', { name: 'Answer 1 refund request' })).toHaveAttribute(
      'href',
      '/creator/refunds?state=asked',
    );
    const arrive = creatorHomeFeature.socket!['send_notification']!;
    expect(arrive({ refSource: 'wallet_charge' } as never, '')).toBeNull();
    await act(async () => {
      store.dispatch(arrive({ refSource: 'refund_request' } as never, '')!);
      await settle();
    });
    expect(calls.filter(({ name }) => name === 'getCreatorHome')).toHaveLength(2);
  });

  it('shows only basic totals on compatible backends', async () => {
    const { calls } = await show({
      getCreatorHome: unknownCall('overview'),
      listPostSales: unknownCall('post-sales'),
    });
    expect(screen.getAllByText('$8.00')).toHaveLength(3);
    expect(calls.filter(({ name }) => name === 'getEarningStats')).toHaveLength(3);
    expect(screen.queryByText('Subscribers', { selector: 'dt' })).not.toBeInTheDocument();
    expect(screen.getByText('Field poppies')).toBeInTheDocument();
  });

  it('shows an error, and can load again', async () => {
    await show({
      getCreatorHome: () => {
        throw new ApiError(500, { message: 'Broken' });
      },
    });
    expect(screen.getByText('Your numbers did not load')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
