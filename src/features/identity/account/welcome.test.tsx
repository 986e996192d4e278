import { usernameFeature } from '@/features/identity/auth/username-feature';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { currentUserLoaded, selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { unauthorized } from '@/store/call-endpoint';
import { useAppSelector } from '@/store/hooks';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { accountFeature } from './account-feature';
import { WelcomeMessage, WelcomeVideo } from './components/welcome';

const mira = {
  _id: 'm1',
  name: 'Mira',
  isPerformer: true,
  welcomeVideoId: 'v1',
  welcomeVideoPath: 'https://media.example.test/v1.mp4',
  activateWelcomeVideo: true,
  welcomeMessage: 'Hello',
  welcomeMessageFiles: [{ _id: 'f1', type: 'message-photo', name: 'vase.png', url: '/vase.png', status: 'finished' }],
} as unknown as Extract<CurrentUser, { isPerformer: true }>;

function Parts() {
  const user = useAppSelector(selectCurrentUser);
  return (
    user?.isPerformer && (
      <>
        <WelcomeVideo user={user} />
        <WelcomeMessage user={user} />
      </>
    )
  );
}

const show = (
  answers: Answers,
  more: { extensions?: readonly string[]; user?: typeof mira } = {},
  beside: ReactNode = null,
) =>
  renderWithStore(
    <>
      <Parts />
      {beside}
    </>,
    { features: [accountFeature, usernameFeature], answers, user: mira, ...more },
  );
const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('welcome video and message', () => {
  it('restore an unsaved message after the session ended', async () => {
    const { store, calls } = show({ updatePerformer: ({ body }) => ({ ...mira, ...body }) });
    await userEvent.type(screen.getByLabelText('Message'), ', and welcome');
    act(() => void store.dispatch(unauthorized()));
    act(() => void store.dispatch(currentUserLoaded(mira)));
    expect(screen.getByLabelText('Message')).toHaveValue('Hello, and welcome');
    await press('Save message');
    expect(calls).toEqual([]);
    expect(screen.getByText(/^You have unsaved changes/)).toBeVisible();
    await press('Keep editing');
    await press('Save message');
    expect(calls).toHaveLength(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it('save nothing and show no error of an earlier visit when they are opened again', async () => {
    const given = storeForTest({
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: {
        getMe: () => ({ ...mira, welcomeMessage: 'Changed there' }),
        updatePerformer: ({ body }) => {
          if (!body || !('welcomeMessage' in body)) throw new ApiError(422, { message: 'Not now.' });
          if (given.calls.length === 1) throw new ApiError(409, { error: 'CHANGED_ELSEWHERE', message: 'No' });
          return mira;
        },
      },
    });
    const visit = async () => {
      cleanup();
      sessionStorage.clear();
      renderWithStore(<Parts />, { given });
      await act(settle);
    };
    await visit();
    await userEvent.type(screen.getByLabelText('Message'), ', and welcome');
    await press('Save message');
    await userEvent.click(screen.getByRole('switch', { name: 'Show it on your page' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    const before = given.calls.length;
    await visit();
    expect(given.calls).toHaveLength(before);
    expect(screen.queryByText('Not now.')).toBeNull();
  });

  it('switch the video off immediately', async () => {
    const { calls } = show({ updatePerformer: ({ body }) => ({ ...mira, ...body }) });
    await userEvent.click(screen.getByRole('switch', { name: 'Show it on your page' }));
    await act(settle);
    expect(calls[0]?.input).toEqual({ params: { id: 'm1' }, body: { activateWelcomeVideo: false } });
    expect(screen.getByRole('switch')).not.toBeChecked();
  });

  it('show why switching the video off failed, beside the video instead of the message', async () => {
    show({
      updatePerformer: () => {
        throw new ApiError(500, { message: 'It did not work.' });
      },
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Show it on your page' }));
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('It did not work.');
    expect(screen.getByRole('alert').closest('form')).toBeNull();
  });

  it('ask before leaving an unsaved message', async () => {
    show({ updatePerformer: ({ body }) => ({ ...mira, ...body }) }, {}, <Link href="/?section=page">Page</Link>);
    await userEvent.type(screen.getByLabelText('Message'), ' there ');
    await userEvent.click(screen.getByRole('link', { name: 'Page' }));
    await press('Stay');
    await press('Save message');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: 'Page' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offer only to replace the video if the backend cannot remove it', () => {
    show({}, { extensions: [] });
    expect(screen.getByText('Replace the video')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remove the video' })).not.toBeInTheDocument();
  });

  it('can have the video removed', async () => {
    const { calls } = show({
      deleteWelcomeVideo: () => ({}),
      getMe: () => ({ ...mira, welcomeVideoId: null, welcomeVideoPath: '' }),
    });
    await press('Remove the video');
    expect(calls.map(({ name }) => name)).toEqual(['deleteWelcomeVideo', 'getMe']);
    expect(screen.getByRole('button', { name: 'Upload a video' })).toBeVisible();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('save the text, or show why it was rejected', async () => {
    let isDown = true;
    const { calls } = show({
      updatePerformer: ({ body }) => {
        if (isDown) throw new ApiError(500, { message: 'It did not work.' });
        return { ...mira, ...body };
      },
    });
    await userEvent.type(screen.getByLabelText('Message'), ' there ');
    await press('Save message');
    expect(screen.getByRole('alert')).toHaveTextContent('It did not work.');
    isDown = false;
    await press('Save message');
    expect(calls[1]?.input.body).toEqual({ welcomeMessage: 'Hello there' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['Replace the video', 'uploadWelcomeVideo', 'welcome-video', 'video/mp4'],
    ['Add a photo', 'uploadWelcomeMessagePhoto', 'welcome-message-photo', 'image/png'],
    ['Add a video', 'uploadWelcomeMessageVideo', 'welcome-message-video', 'video/mp4'],
  ] as const)('upload a file with “%s”, and show the progress', async (label, endpoint, field, type) => {
    let form: FormData | undefined;
    let arrive: (() => void) | undefined;
    show({
      getMe: () => mira,
      [endpoint]: (_input: unknown, options?: { form?: FormData; onProgress?: (part: number) => void }) => {
        form = options?.form;
        options?.onProgress?.(0.4);
        return new Promise((resolve) => (arrive = () => resolve({})));
      },
    });
    await userEvent.upload(screen.getByLabelText(label, { selector: 'input' }), new File(['x'], 'one', { type }));
    expect(await screen.findByText('Sending, 40 %')).toBeInTheDocument();
    expect(form?.get(field)).toBeInstanceOf(File);
    arrive?.();
    await act(settle);
    expect(screen.getByRole('button', { name: label })).toBeEnabled();
  });

  it('remove each of two files once, even if pressed in quick succession', async () => {
    const [file] = mira.welcomeMessageFiles ?? [];
    const user = { ...mira, welcomeMessageFiles: [file, { ...file, _id: 'f2', name: 'cup.png' }] } as typeof mira;
    const ends: (() => void)[] = [];
    const { calls } = show(
      {
        deleteWelcomeMessageFile: () => new Promise((resolve) => ends.push(() => resolve({ deleted: true }))),
        getMe: () => ({ ...mira, welcomeMessageFiles: [] }),
      },
      { user },
    );
    await press('Remove vase.png');
    await press('Remove cup.png');
    await press('Remove vase.png');
    expect(calls.map(({ input }) => input.params)).toEqual([{ id: 'f1' }, { id: 'f2' }]);
    for (const end of ends) end();
    await act(settle);
    expect(screen.queryByText('cup.png')).toBeNull();
  });

  it('remove a file of the message', async () => {
    const { calls } = show({
      deleteWelcomeMessageFile: () => ({ deleted: true }),
      getMe: () => ({ ...mira, welcomeMessageFiles: [] }),
    });
    await press('Remove vase.png');
    expect(calls[0]).toMatchObject({ name: 'deleteWelcomeMessageFile', input: { params: { id: 'f1' } } });
    expect(screen.queryByText('vase.png')).toBeNull();
  });
});
