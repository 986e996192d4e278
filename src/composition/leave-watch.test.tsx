import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leaveAccount, leavePage } from '@/components/states/leave-questions';
import { toPicked } from '@/features/content/studio/file-rules';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { filePicked } from '@/features/content/studio/studio-slice';
import { replayFeature } from '@/features/live/studio/replay-feature';
import { replayFailed, replayStarted } from '@/features/live/studio/replay-slice';
import { renderWithStore, storeForTest } from '../../tests/harness/render-with-store';
import { LeaveWatch } from './leave-watch';

const logOut = vi.fn();
beforeEach(() => logOut.mockClear());

it('a logout that would lose files picked on another page asks first', async () => {
  const given = storeForTest({
    features: [studioFeature],
    answers: { uploadVideo: () => new Promise(() => undefined), uploadFeedPhoto: () => new Promise(() => undefined) },
    user: { isPerformer: true } as object,
    extensions: [],
  });
  const file = new File(['\0'], 'bowl.jpg', { type: 'image/jpeg' });
  given.store.dispatch(filePicked({ slot: 'files', file, draftFile: toPicked(file, 'photo', 'files', true) }));
  renderWithStore(<LeaveWatch />, { given });
  act(() => leavePage(logOut));
  expect(logOut).toHaveBeenCalledTimes(1);
  act(() => leaveAccount(logOut));
  expect(logOut).toHaveBeenCalledTimes(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(logOut).toHaveBeenCalledTimes(2);
});

it.each([
  ['is sent', replayStarted({ streamId: 'e1' })],
  ['could not be sent', replayFailed({ streamId: 'e1', error: { status: 0, message: 'No.' } as never })],
])('a logout while the recording of a show %s asks first', (_state, action) => {
  const given = storeForTest({ features: [replayFeature], user: {} });
  given.store.dispatch(action);
  renderWithStore(<LeaveWatch />, { given });
  act(() => leaveAccount(logOut));
  expect(logOut).not.toHaveBeenCalled();
});

it('a logout that would lose nothing does not ask', () => {
  renderWithStore(<LeaveWatch />, { user: {} });
  act(() => leaveAccount(logOut));
  expect(logOut).toHaveBeenCalledTimes(1);
});
