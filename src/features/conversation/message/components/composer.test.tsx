import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../../tests/harness/render-with-store';
import { showThread } from '../../../../../tests/harness/show-thread';
import { fan, mira, wireConversation, wireMessage, wireMessages } from '../../../../../tests/factories/wire-message';
import { Thread } from './thread';

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  window.localStorage.clear();
  vi.restoreAllMocks();
});

describe('the composer', () => {
  it('sends on Enter, adds a line on Shift+Enter, and is empty after sending', async () => {
    const { calls } = await showThread({}, { answers: { sendMessage: ({ body }) => wireMessage(1, { ...body }) } });
    const line = screen.getByRole('textbox', { name: 'Message to Mira' });
    await userEvent.type(line, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await act(settle);
    expect(calls.find(({ name }) => name === 'sendMessage')?.input.body).toMatchObject({
      text: 'One\ntwo',
      type: 'text',
    });
    expect(line).toHaveValue('');
  });

  it('does not send on the Enter that ends an input-method composition in WebKit', async () => {
    const { calls } = await showThread();
    const line = screen.getByRole('textbox', { name: 'Message to Mira' });
    await userEvent.type(line, 'おはよ');
    fireEvent.keyDown(line, { key: 'Enter', keyCode: 229, isComposing: false });
    await act(settle);
    expect(line).toHaveValue('おはよ');
    expect(calls.some(({ name }) => name === 'sendMessage')).toBe(false);
  });

  it('restores the draft when the fan returns to the conversation', async () => {
    const first = await showThread();
    await userEvent.type(screen.getByRole('textbox'), 'Half a tho');
    first.unmount();
    await showThread();
    expect(screen.getByRole('textbox')).toHaveValue('Half a tho');
  });

  it('shows only a subscribe button to a fan who cannot write', async () => {
    const { wanted } = await showThread({ canWrite: false, isSubscribed: false });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByText('Subscribe to Mira Okafor to write.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(wanted).toEqual([{ performer: { _id: mira._id, name: mira.name, username: 'mira', avatar: '' } }]);
  });

  it.each([
    ['a blocked fan', { isBlocked: true, isSubscribed: false }, fan],
    ['a subscribed fan', { canWrite: false, isSubscribed: true }, fan],
    [
      'a fan for whom subscribing does not help',
      { canWrite: false, isSubscribed: false, opensBySubscribing: false },
      fan,
    ],
    ['a creator', { canWrite: false }, { ...fan, isPerformer: true }],
  ])('does not offer %s a subscription', async (_who, conversation, user) => {
    await showThread(conversation, { user });
    expect(screen.getByText('You can’t message in this conversation.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('offers creators no price if the backend would send the files for free', async () => {
    const user = { ...fan, isPerformer: true };
    const { unmount } = await showThread({}, { user });
    expect(screen.getByRole('button', { name: 'Set a price' })).toBeVisible();
    unmount();
    const { unmount: leave } = await showThread({}, { user, extensions: [], stored: wireMessages(2) });
    expect(screen.getByRole('textbox')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Set a price' })).not.toBeInTheDocument();
    leave();
    // A loaded message that has a price shows that the backend supports prices.
    await showThread({}, { user, extensions: [], stored: wireMessages(2, { price: 0 }) });
    expect(screen.getByRole('button', { name: 'Set a price' })).toBeVisible();
  });

  it('shows the field if the backend does not say who can write', async () => {
    await showThread({ canWrite: undefined, isSubscribed: false });
    expect(screen.getByRole('textbox')).toBeEnabled();
  });

  it('adds a line on Enter on phones', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('coarse') }) as MediaQueryList,
    );
    const { calls } = await showThread();
    await userEvent.type(screen.getByRole('textbox'), 'One{Enter}two');
    expect(screen.getByRole('textbox')).toHaveValue('One\ntwo');
    expect(calls.some(({ name }) => name === 'sendMessage')).toBe(false);
  });

  it('restores a message that was being sent during a reload only for its sender, and sends it once', async () => {
    let isDown = true;
    const sendMessage: Answers['sendMessage'] = ({ body }) => {
      if (isDown) throw new ApiError(422, { message: 'Not now' });
      return wireMessage(1, { senderId: fan._id, ...body });
    };
    const first = await showThread({}, { answers: { sendMessage } });
    await userEvent.type(screen.getByRole('textbox'), 'On my way{Enter}');
    await act(settle);
    first.unmount();
    const stranger = await showThread({}, { user: { _id: 'f00000000000000000000009' } });
    expect(screen.queryByText('On my way')).not.toBeInTheDocument();
    stranger.unmount();
    const again = await showThread({}, { answers: { sendMessage } });
    expect(screen.getByText('On my way')).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const id = (made: typeof first) => made.calls.find(({ name }) => name === 'sendMessage')?.input.body?.['clientId'];
    expect(id(again)).toBe(id(first));
    again.unmount();
    await showThread();
    expect(screen.queryByText('On my way')).not.toBeInTheDocument();
  });

  it('shows how many characters are left near the limit', async () => {
    await showThread();
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste('x'.repeat(1_790));
    expect(screen.queryByText(/left$/)).not.toBeInTheDocument();
    await userEvent.paste('x'.repeat(20));
    expect(screen.getByText('190 left')).toBeInTheDocument();
  });
});

describe('attachments', () => {
  const picture = (name = 'bowl.png') => new File(['x'], name, { type: 'image/png' });
  const pick = (...files: File[]) => userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, files);

  it('show their progress, can be canceled, and are sent with the message', async () => {
    let arrive: ((reply: object) => void) | undefined;
    const stopped: AbortSignal[] = [];
    const uploadMessagePhoto: Answers['uploadMessagePhoto'] = (_input, options) => {
      options?.onProgress?.(0.5);
      if (options?.signal) stopped.push(options.signal);
      return new Promise((resolve) => (arrive = resolve));
    };
    const answers: Answers = { uploadMessagePhoto, sendMessage: ({ body }) => wireMessage(1, { ...body, files: [] }) };
    const { calls } = await showThread({}, { answers });
    await pick(picture());
    expect(await screen.findByText(/^Uploading/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel bowl.png' }));
    expect(screen.queryByText('bowl.png')).not.toBeInTheDocument();
    expect(stopped[0]?.aborted).toBe(true);
    await pick(picture('cup.png'));
    await act(settle);
    arrive?.({ _id: 'aa0000000000000000000001' });
    await act(settle);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'sendMessage')?.input.body).toMatchObject({
      type: 'photo',
      fileIds: ['aa0000000000000000000001'],
    });
    expect(screen.queryByRole('list', { name: 'Files to send' })).not.toBeInTheDocument();
  });

  it('show an error, and are uploaded again on retry', async () => {
    let isDown = true;
    const uploadMessagePhoto: Answers['uploadMessagePhoto'] = () => {
      if (isDown) throw new ApiError(500, { message: 'That did not work.' });
      return { _id: 'aa0000000000000000000001' };
    };
    await showThread({}, { answers: { uploadMessagePhoto } });
    await pick(picture());
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('That did not work.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try bowl.png again' }));
    await act(settle);
    expect(screen.getByText('Ready')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('offer no retry if the server rejected them', async () => {
    const uploadMessagePhoto: Answers['uploadMessagePhoto'] = () => {
      throw new ApiError(422, { message: 'Choose a photo, video or audio file.' });
    };
    await showThread({}, { answers: { uploadMessagePhoto } });
    await pick(picture('notes.png'));
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('Choose a photo, video or audio file.');
    expect(screen.queryByRole('button', { name: /Try notes.png again/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove notes.png' })).toBeInTheDocument();
  });

  const failing = (...names: string[]): Answers['uploadMessagePhoto'] => {
    const isBroken = new Set(names);
    return (_input, options) => {
      const file = options?.form?.get('file');
      if (file instanceof File && isBroken.delete(file.name))
        throw new ApiError(500, { message: 'That did not work.' });
      return { _id: 'aa0000000000000000000001' };
    };
  };

  it('that failed stay after the message was sent, and can be retried', async () => {
    const sendMessage: Answers['sendMessage'] = ({ body }) => wireMessage(1, { ...body, files: [] });
    await showThread({}, { answers: { uploadMessagePhoto: failing('cup.png'), sendMessage } });
    await pick(picture(), picture('cup.png'));
    await act(settle);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await act(settle);
    expect(within(screen.getByRole('list', { name: 'Files to send' })).getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Try cup.png again' }));
    await act(settle);
    expect(screen.getByText('Ready')).toBeInTheDocument();
  });

  it('cannot be sold while one of them has failed, which a text beside the price says', async () => {
    const answers: Answers = { uploadMessagePhoto: failing('cup.png', 'jug.png') };
    const { calls } = await showThread({}, { answers, user: { ...fan, isPerformer: true } });
    await pick(picture(), picture('cup.png'), picture('jug.png'));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Set a price' }));
    expect(screen.getByLabelText('Price')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Price'), '4.50');
    expect(screen.getByText('2 files didn’t upload. Try them again or remove them, then send.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send for $4.50' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: /^Message/ }), 'Three{Enter}');
    expect(calls.some(({ name }) => name === 'sendMessage')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Try cup.png again' }));
    await act(settle);
    expect(screen.getByText('One file didn’t upload. Try it again or remove it, then send.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove jug.png' }));
    expect(screen.queryByText(/didn’t upload/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send for $4.50' })).toBeEnabled();
  });

  it('can be pasted: at most six, and only images, videos and audio', async () => {
    const answers: Answers = { uploadMessagePhoto: () => ({ _id: 'aa0000000000000000000001' }) };
    const { store } = await showThread({}, { answers });
    const paste = (files: File[]) =>
      fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files, types: ['Files'] } });
    paste(Array.from({ length: 8 }, (_, index) => picture(`${index}.png`)));
    await act(settle);
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
    paste([new File(['x'], 'a.pdf', { type: 'application/pdf' })]);
    expect(store.getState().ui.toasts.map((toast: { text: string }) => toast.text)).toEqual([
      'Up to 6 files per message.',
      'Choose a photo, video or audio file.',
    ]);
  });

  it('can be dropped on the conversation', async () => {
    const answers: Answers = { uploadMessagePhoto: () => ({ _id: 'aa0000000000000000000001' }) };
    await showThread({}, { answers });
    const dataTransfer = { types: ['Files'], files: [picture()] };
    fireEvent.dragOver(screen.getByRole('log'), { dataTransfer });
    expect(screen.getByText('Drop to attach')).toBeInTheDocument();
    fireEvent.drop(screen.getByRole('log'), { dataTransfer });
    await act(settle);
    expect(screen.queryByText('Drop to attach')).not.toBeInTheDocument();
    expect(screen.getByText('bowl.png')).toBeInTheDocument();
  });

  describe('M-23: keep their price', () => {
    const answers: Answers = {
      uploadMessagePhoto: () => ({ _id: 'aa0000000000000000000001' }),
      sendMessage: ({ body }) => wireMessage(1, { ...body, files: [] }),
    };
    const user = { ...fan, isPerformer: true };
    type Shown = Awaited<ReturnType<typeof showThread>>;
    const priceButton = () => screen.getByRole('button', { name: 'Set a price' });
    const ways: [string, (shown: Shown) => Promise<Shown | void>][] = [
      ['when its field is closed', async () => userEvent.click(priceButton())],
      [
        'when its field is closed, opened and closed again',
        async () => {
          for (let press = 0; press < 3; press += 1) await userEvent.click(priceButton());
        },
      ],
      [
        'while another conversation is open',
        async ({ unmount, ...given }) => {
          unmount();
          renderWithStore(<Thread conversationId={wireConversation()._id} backHref="/messages" />, { given });
          await act(settle);
        },
      ],
      [
        'when the file is removed and another one is added',
        async () => {
          await userEvent.click(screen.getByRole('button', { name: 'Remove bowl.png' }));
          expect(screen.getByRole('button', { name: 'Send for $4.00' })).toBeDisabled();
          await pick(picture('cup.png'));
          await act(settle);
        },
      ],
      [
        'when the text is deleted',
        async () => {
          const line = screen.getByRole('textbox', { name: /^Message/ });
          await userEvent.type(line, 'Fresh');
          await userEvent.clear(line);
        },
      ],
      [
        'after a reload',
        async ({ unmount }) => {
          unmount();
          const again = await showThread({}, { answers, user });
          // Picked files are lost on a reload, so the text cannot be sent at that price without them.
          expect(screen.getByText('Add the files to sell.')).toBeVisible();
          await userEvent.type(screen.getByRole('textbox', { name: /^Message/ }), 'For you');
          expect(screen.getByRole('button', { name: 'Send for $4.00' })).toBeDisabled();
          await pick(picture());
          await act(settle);
          return again;
        },
      ],
    ];
    it.each(ways)('%s', async (_way, leave) => {
      const shown = await showThread({}, { answers, user });
      await userEvent.click(priceButton());
      await userEvent.type(screen.getByLabelText('Price'), '4');
      await pick(picture());
      await act(settle);
      const { calls } = (await leave(shown)) ?? shown;
      await userEvent.click(screen.getByRole('button', { name: 'Send for $4.00' }));
      await act(settle);
      const sent = calls.find(({ name }) => name === 'sendMessage')?.input.body;
      expect(sent).toMatchObject({ fileIds: ['aa0000000000000000000001'], isSale: true, price: 4 });
      expect(screen.queryByLabelText('Price')).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
    });

    it('until its own button removes it', async () => {
      const { calls } = await showThread({}, { answers, user });
      await userEvent.click(priceButton());
      await userEvent.type(screen.getByLabelText('Price'), '4');
      await userEvent.click(priceButton());
      await pick(picture());
      await act(settle);
      await userEvent.click(screen.getByRole('button', { name: 'Price: $4.00. Change it' }));
      await userEvent.click(priceButton());
      await userEvent.click(screen.getByRole('button', { name: 'Remove the price' }));
      await userEvent.click(screen.getByRole('button', { name: 'Send' }));
      await act(settle);
      expect(calls.find(({ name }) => name === 'sendMessage')?.input.body).not.toHaveProperty('price');
    });
  });

  it('can have a price set by creators, within the limits', async () => {
    const answers: Answers = {
      uploadMessagePhoto: () => ({ _id: 'aa0000000000000000000001' }),
      sendMessage: ({ body }) => wireMessage(1, { ...body, files: [] }),
    };
    const user = { ...fan, isPerformer: true };
    const { calls } = await showThread({}, { answers, user });
    await userEvent.click(screen.getByRole('button', { name: 'Set a price' }));
    const price = screen.getByLabelText('Price');
    await userEvent.type(price, '4.50');
    expect(screen.getByText('Add the files to sell.')).toBeInTheDocument();
    await pick(picture());
    await act(settle);
    await userEvent.clear(price);
    await userEvent.type(price, '4000');
    expect(screen.getByText('Up to $400.00.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await userEvent.clear(price);
    await userEvent.type(price, '4.50');
    await userEvent.click(screen.getByRole('button', { name: 'Send for $4.50' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'sendMessage')?.input.body).toMatchObject({ isSale: true, price: 4.5 });
    expect(screen.queryByLabelText('Price')).not.toBeInTheDocument();
  });
});
