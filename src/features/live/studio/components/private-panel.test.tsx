import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toOwn } from '../../../../../tests/factories/live-studio';
import { renderWithStore, settle, storeForTest } from '../../../../../tests/harness/render-with-store';
import { studioFeature } from '../studio-feature';
import { requestArrived, studioEntered } from '../studio-slice';
import { PrivatePanel } from './private-panel';

it('answers one request at a time, and offers the others again afterwards', async () => {
  let refuse: (() => void) | undefined;
  const given = storeForTest({
    features: [studioFeature],
    user: { isPerformer: true },
    answers: {
      getOwnStream: () => toOwn(),
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      listRestrictions: () => ({ data: [] }),
      acceptPrivateChat: () => new Promise((_resolve, reject) => (refuse = () => reject(new Error('Not now.')))),
    },
  });
  given.store.dispatch(studioEntered());
  await settle();
  renderWithStore(<PrivatePanel />, { given });
  const ask = (conversationId: string) =>
    given.store.dispatch(requestArrived({ conversationId, user: null, price: 5, note: '', answerBy: null }));
  act(() => {
    ask('c1');
    ask('c2');
  });
  const getAll = (name: string) => screen.getAllByRole('button', { name });
  await userEvent.click(getAll('Accept')[0]!);
  expect(getAll('Accept')).toHaveLength(1);
  expect(getAll('Accept')[0]).toBeDisabled();
  for (const button of getAll('Not now')) expect(button).toBeDisabled();
  refuse?.();
  await act(settle);
  for (const button of [...getAll('Accept'), ...getAll('Not now')]) expect(button).toBeEnabled();
});
