import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { toOwn } from '../../../../../tests/factories/live-studio';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../../tests/harness/render-with-store';
import { studioFeature } from '../studio-feature';
import { showEditRequested, studioEntered } from '../studio-slice';
import type { Show } from '../studio-state';
import { ChatRulesSheet } from './chat-rules-sheet';
import { ShowEditSheet } from './show-edit-sheet';

const features = [studioFeature];
const user = { isPerformer: true };
const room: Answers = {
  getOwnStream: () => toOwn(),
  listFeeds: () => ({ data: [], total: 0 }),
  listSeats: () => ({ data: [] }),
  listRestrictions: () => ({ data: [] }),
};

it('locks its fields during a save, and closes after its own one, not after an earlier edit', async () => {
  const waiting: (() => void)[] = [];
  const given = storeForTest({
    features,
    user,
    answers: {
      ...room,
      updateLiveStream: ({ body }) => new Promise((resolve) => waiting.push(() => resolve({ ...toOwn(), ...body }))),
    },
  });
  const show = toOwn() as never as Show;
  const onClose = vi.fn();
  const finishOne = () =>
    act(async () => {
      await settle();
      waiting.shift()?.();
      await settle();
    });
  given.store.dispatch(studioEntered());
  await settle();
  renderWithStore(<ShowEditSheet show={show} open onClose={onClose} />, { given });
  act(() => void given.store.dispatch(showEditRequested({ pinnedMessageId: 'b1' })));
  await finishOne();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.type(await screen.findByRole('textbox', { name: /Title/ }), ' at night');
  expect(screen.getByDisplayValue(/ at night$/).closest('[inert]')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByDisplayValue(/ at night$/).closest('[inert]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await finishOne();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('shows only why its own edit failed, until it is opened again', async () => {
  const refusals: ((message: string) => void)[] = [];
  const given = storeForTest({
    features,
    user,
    answers: {
      ...room,
      updateLiveStream: () =>
        new Promise((_resolve, reject) =>
          refusals.push((message) => reject(new ApiError(422, { statusCode: 422, message }))),
        ),
    },
  });
  const show = toOwn() as never as Show;
  const sheets = (open: 'show' | 'chat') => (
    <Provider store={given.store}>
      <ShowEditSheet show={show} open={open === 'show'} onClose={() => undefined} />
      <ChatRulesSheet show={show} open={open === 'chat'} onClose={() => undefined} onClear={() => undefined} />
    </Provider>
  );
  const refuse = (message: string) =>
    act(async () => {
      await settle();
      refusals.pop()?.(message);
      await settle();
    });
  const getNotices = () => selectToasts(given.store.getState()).map(({ text }) => text);
  given.store.dispatch(studioEntered());
  await settle();
  const { rerender } = render(sheets('chat'));
  await userEvent.click(screen.getByRole('switch', { name: /Emote only/ }));
  // The chat rules fail after their sheet was left for the other one.
  rerender(sheets('show'));
  await refuse('Rules refused.');
  expect(screen.queryByText('Rules refused.')).toBeNull();
  expect(getNotices()).toEqual(['Rules refused.']);
  act(() => void given.store.dispatch(showEditRequested({ pinnedMessageId: 'b1' })));
  await refuse('Pin refused.');
  expect(screen.queryByText('Pin refused.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await refuse('Title refused.');
  expect(screen.getByText('Title refused.')).toBeVisible();
  expect(getNotices()).toEqual(['Rules refused.', 'Pin refused.']);
  rerender(sheets('chat'));
  expect(screen.queryByText('Title refused.')).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: /Emote only/ }));
  await refuse('Rules refused again.');
  expect(screen.getByText('Rules refused again.')).toBeVisible();
});
