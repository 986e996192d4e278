import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leaveAccount, leavePage } from '@/components/states/leave-questions';
import { newDraftKey } from '@/features/content/studio/draft';
import { toPicked } from '@/features/content/studio/file-rules';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { filePicked, fileSavedOnDevice } from '@/features/content/studio/studio-slice';
import { messageFeature } from '@/features/conversation/message/message-feature';
import { attachmentPicked, attachmentRemoved } from '@/features/conversation/message/message-slice';
import type { Attachment } from '@/features/conversation/message/message-state';
import { replayFeature } from '@/features/live/studio/replay-feature';
import { replayFailed, replayStarted } from '@/features/live/studio/replay-slice';
import { renderWithStore, storeForTest } from '../../tests/harness/render-with-store';
import { LeaveWatch } from './leave-watch';

const bowl = new File(['\0'], 'bowl.jpg', { type: 'image/jpeg' });
const logOut = vi.fn();
beforeEach(() => {
  logOut.mockClear();
  window.localStorage.clear();
});

/** @returns whether the browser asks */
const closeTab = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('a logout that would lose files picked on another page asks first', async () => {
  const given = storeForTest({
    features: [studioFeature],
    answers: { uploadVideo: () => new Promise(() => undefined), uploadFeedPhoto: () => new Promise(() => undefined) },
    user: { isPerformer: true } as object,
    extensions: [],
  });
  given.store.dispatch(filePicked({ slot: 'files', file: bowl, draftFile: toPicked(bowl, 'photo', 'files', true) }));
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
  ['could not be sent', replayFailed({ streamId: 'e1', error: { status: 0, message: 'No.' } })],
])('a logout, or closing the tab, while the recording of a show %s asks first', (_state, action) => {
  const given = storeForTest({ features: [replayFeature], user: {} });
  given.store.dispatch(action);
  renderWithStore(<LeaveWatch />, { given });
  act(() => leaveAccount(logOut));
  expect(logOut).not.toHaveBeenCalled();
  expect(closeTab()).toBe(true);
});

it('closing the tab on another page asks while files of a message are not sent', () => {
  const given = storeForTest({ features: [messageFeature], user: {} });
  renderWithStore(<LeaveWatch />, { given });
  expect(closeTab()).toBe(false);
  const attachment = { localId: 'a', kind: 'photo', name: 'a.jpg', status: 'ready' } as Attachment;
  const picked = { conversationId: 'c', attachment, file: new File([], 'a.jpg') };
  act(() => void given.store.dispatch(attachmentPicked(picked)));
  expect(closeTab()).toBe(true);
  act(() => void given.store.dispatch(attachmentRemoved({ conversationId: 'c', localId: 'a' })));
  expect(closeTab()).toBe(false);
});

it('closing the tab on another page asks only for files of a draft that are not saved on the device', () => {
  const given = storeForTest({
    features: [studioFeature],
    answers: { uploadVideo: () => new Promise(() => undefined), uploadFeedPhoto: () => new Promise(() => undefined) },
    user: { isPerformer: true } as object,
    extensions: [],
  });
  const draftFile = toPicked(bowl, 'photo', 'files', true);
  given.store.dispatch(filePicked({ slot: 'files', file: bowl, draftFile }));
  renderWithStore(<LeaveWatch />, { given });
  expect(closeTab()).toBe(true);
  const place = { key: newDraftKey('feed'), slot: 'files', localId: draftFile.localId } as const;
  act(() => void given.store.dispatch(fileSavedOnDevice({ place, isOnDevice: true })));
  expect(closeTab()).toBe(false);
});

it('a logout that would lose nothing does not ask', () => {
  renderWithStore(<LeaveWatch />, { user: {} });
  act(() => leaveAccount(logOut));
  expect(logOut).toHaveBeenCalledTimes(1);
});
