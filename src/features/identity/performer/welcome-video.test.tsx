import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { welcomeVideoStore } from '@/services/storage';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../../tests/factories/wire';
import { WelcomeVideo } from './components/welcome-video';
import type { Performer } from './performer-slice';
import { performerFeature } from './performer-feature';

const welcomeVideoPath = 'https://media.example.test/hello.mp4';
const mira = { ...wirePerformer(), activateWelcomeVideo: true, welcomeVideoPath } as Performer;
const fan = { _id: 'f00000000000000000000009' };

async function show(answers: Answers = {}, user?: object) {
  const given = storeForTest({ features: [performerFeature], answers, user });
  const shown = renderWithStore(<WelcomeVideo performer={mira} />, { given });
  await act(settle);
  return { ...shown, given };
}

const video = () => screen.queryByRole('region', { name: 'Welcome video' });
async function dismiss() {
  await userEvent.click(screen.getByRole('button', { name: 'Don’t show welcome videos' }));
  await act(settle);
}

afterEach(() => welcomeVideoStore.remove());

describe('PR-9: a creator’s welcome video', () => {
  it('plays muted, in the page', async () => {
    const { container } = await show();
    const film = container.querySelector('video')!;
    expect(film.muted).toBe(true);
    expect(film).toHaveAttribute('playsinline');
    expect(film).toHaveAttribute('src', welcomeVideoPath);
    expect(screen.getByRole('button', { name: 'Play Welcome video by Mira Okafor' })).toBeVisible();
  });

  it('stays dismissed for an account, because the account stores that', async () => {
    const { given } = await show({ dismissWelcomeVideo: () => ({ ...fan, welcomeVideoDismissed: true }) }, fan);
    await dismiss();
    expect(video()).not.toBeInTheDocument();
    expect(given.calls.map(({ name }) => name)).toEqual(['dismissWelcomeVideo']);
    expect(welcomeVideoStore.read()).toBeUndefined();
  });

  it('is not shown to an account that has dismissed it', async () => {
    await show({}, { ...fan, welcomeVideoDismissed: true });
    expect(video()).not.toBeInTheDocument();
  });

  it('stays dismissed for a guest on this device', async () => {
    await show();
    await dismiss();
    expect(video()).not.toBeInTheDocument();
    expect(welcomeVideoStore.read()).toBe('hidden');
  });

  it('is not shown to a guest who has dismissed it', async () => {
    welcomeVideoStore.write('hidden');
    await show();
    expect(video()).not.toBeInTheDocument();
  });

  it('stays dismissed on this device if the backend cannot store that', async () => {
    const refuse = () => {
      throw new ApiError(404, { message: 'Cannot PUT /users/dismiss-welcome-video' });
    };
    await show({ dismissWelcomeVideo: refuse }, fan);
    await dismiss();
    expect(video()).not.toBeInTheDocument();
    expect(welcomeVideoStore.read()).toBe('hidden');
  });

  it('returns, with the reason, if the dismissal could not be stored', async () => {
    const refuse = () => {
      throw new ApiError(500, { message: 'Something went wrong.' });
    };
    const { given } = await show({ dismissWelcomeVideo: refuse }, fan);
    await dismiss();
    expect(video()).toBeInTheDocument();
    expect(selectToasts(given.store.getState())).toMatchObject([{ tone: 'error' }]);
  });

  it('cannot be dismissed by its creator, who switches it off in the settings', async () => {
    await show({}, { _id: mira._id, isPerformer: true, welcomeVideoDismissed: true });
    expect(video()).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Don’t show/ })).not.toBeInTheDocument();
  });

  it('disappears if its file cannot be played', async () => {
    const { container } = await show();
    act(() => void container.querySelector('video')!.dispatchEvent(new Event('error')));
    expect(video()).not.toBeInTheDocument();
  });
});
