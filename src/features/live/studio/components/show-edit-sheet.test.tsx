import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toOwn } from '../../../../../tests/factories/live-studio';
import { renderWithStore, settle, storeForTest } from '../../../../../tests/harness/render-with-store';
import { studioFeature } from '../studio-feature';
import { showEditRequested, studioEntered } from '../studio-slice';
import type { Show } from '../studio-state';
import { ShowEditSheet } from './show-edit-sheet';

it('locks its fields during a save, and closes after its own one, not after an earlier edit', async () => {
  const waiting: (() => void)[] = [];
  const given = storeForTest({
    features: [studioFeature],
    user: { isPerformer: true },
    answers: {
      getOwnStream: () => toOwn(),
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      listRestrictions: () => ({ data: [] }),
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
  await finishOne();
  expect(onClose).toHaveBeenCalledTimes(1);
});
