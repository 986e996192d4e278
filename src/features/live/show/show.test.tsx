import { act, screen } from '@testing-library/react';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { ShowGrid } from './components/show-grid';
import { isWithoutShows, showFeature } from './show-feature';

const show = (about: object) => ({
  _id: 'e00000000000000000000001',
  performerId: 'f00000000000000000000009',
  performerInfo: { _id: 'f00000000000000000000009', name: 'Ines Calloway', username: 'ines', avatar: '', cover: '' },
  title: 'Sunday loops',
  type: 'public',
  isFree: true,
  stats: { members: 218, likes: 0 },
  ...about,
});

function open(answers: Answers, extensions?: readonly string[]) {
  return renderWithStore(<ShowGrid />, { features: [showFeature], answers, ...(extensions && { extensions }) });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('the page lists live shows, and polls every ten seconds until it is left', async () => {
  let data = [show({ audience: 'everyone' })];
  const { calls, unmount } = open({ searchStreams: () => ({ data, total: data.length }) });
  await wait(100);
  expect(screen.getByRole('link', { name: 'Sunday loops' })).toHaveAttribute('href', '/streaming/ines');
  expect(screen.getByText('218 viewers')).toBeInTheDocument();
  data = [...data, show({ _id: 'e00000000000000000000002', title: 'Two loaves' })];
  await wait(10_000);
  expect(screen.getByRole('link', { name: 'Two loaves' })).toBeInTheDocument();
  unmount();
  const before = calls.length;
  await wait(30_000);
  expect(calls).toHaveLength(before);
});

it.each([
  [{ audience: 'everyone' }, 'Everyone'],
  [{ audience: 'followers' }, 'Followers and subscribers'],
  // Older clients send no audience and mean subscribers.
  [{}, 'Subscribers'],
  [{ isFree: false, price: 5, hasPurchased: false }, 'Subscribers, ticket $5.00'],
  [{ isFree: false, price: 5, hasPurchased: true }, 'Subscribers, you have a ticket'],
  [{ type: 'group', minutePrice: 2 }, 'Group show, $2.00 a minute'],
])('the card describes the audience of %j', async (about, text) => {
  open({ searchStreams: () => ({ data: [show(about)], total: 1 }) });
  await wait(100);
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('an empty page has an empty state with a next step', async () => {
  open({ searchStreams: () => ({ data: [], total: 0 }) });
  await wait(100);
  expect(screen.getByRole('heading', { name: 'Nobody is live right now' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Find creators' })).toBeInTheDocument();
});

it('the page does not exist if the backend has no shows', async () => {
  vi.useRealTimers();
  const { store } = open({ searchStreams: () => ({ data: [], total: 0 }) }, ['orders']);
  await act(settle);
  expect(isWithoutShows(store.getState())).toBe(true);
});
