import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { itemUnlocked } from '@/store/intents';
import { settle, type Answers } from '../../../../../tests/harness/render-with-store';
import { setClock } from '../../../../../tests/harness/clock/set-clock';
import { showThread } from '../../../../../tests/harness/show-thread';
import { wireLockedFile } from '../../../../../tests/factories/wire';
import {
  fan,
  mira,
  newestFirst,
  wireConversation,
  wireMessage,
  wireMessages,
} from '../../../../../tests/factories/wire-message';
import {
  conversationClosed,
  conversationOpened,
  fileChanged,
  fileLinkExpired,
  messageReceived,
  messageSeen,
  typingChanged,
} from '../message-slice';

const { _id: conversationId } = wireConversation();
const photo = { _id: 'aa0000000000000000000001', type: 'message-photo', width: 800, height: 600 };
const film = { _id: 'aa0000000000000000000002', type: 'message-video', status: 'processing' as const };

afterEach(() => window.localStorage.clear());

describe('messages in a thread', () => {
  const own = { senderId: fan._id, senderSource: 'user' } as const;

  it('show an empty state before the first message', async () => {
    const { store } = await showThread();
    expect(screen.getByText(/No messages yet/)).toBeInTheDocument();
    act(() => void store.dispatch(messageReceived(wireMessage(1))));
    expect(screen.queryByText(/No messages yet/)).not.toBeInTheDocument();
    await act(settle);
  });

  it('show below the last sent one whether it was read', async () => {
    setClock('2026-11-21T09:20:00.000Z');
    const { store } = await showThread({}, { stored: wireMessages(2, own) });
    expect(screen.getAllByText(/^Sent/)).toHaveLength(1);
    act(
      () =>
        void store.dispatch(
          messageSeen({ conversationId, userId: mira._id, sequence: 2, seenAt: '2026-11-21T09:10:00.000Z' }),
        ),
    );
    expect(screen.getByText(/^Seen/)).toHaveTextContent(/Seen \d\d:[14]0$/);
    expect(screen.queryByText(/^Sent/)).not.toBeInTheDocument();
  });

  it('that failed stay, with buttons to retry and to discard them', async () => {
    let isDown = true;
    const answers: Answers = {
      sendMessage: ({ body }) => {
        if (isDown) throw new ApiError(422, { message: 'Not now' });
        return wireMessage(1, { ...own, ...body });
      },
    };
    await showThread({}, { answers });
    await userEvent.type(screen.getByRole('textbox'), 'Hello{Enter}');
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
    expect(screen.getByText('Hello')).toBeInTheDocument();
    expect(screen.getByText('Not now')).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getAllByText('Hello')).toHaveLength(1);
    isDown = true;
    await userEvent.type(screen.getByRole('textbox'), 'Gone{Enter}');
    await act(settle);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Gone')).not.toBeInTheDocument();
  });

  it('written offline say that they will be sent automatically, and can be discarded', async () => {
    const refused = () => {
      throw new ApiError(0, undefined);
    };
    await showThread({}, { answers: { sendMessage: refused, getSettings: refused } });
    await userEvent.type(screen.getByRole('textbox'), 'Hello{Enter}');
    await act(settle);
    expect(screen.getByText('Sends when you’re back online')).toBeInTheDocument();
    expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Hello')).not.toBeInTheDocument();
  });

  it('keep their menu open when it is tapped', async () => {
    await showThread({}, { stored: wireMessages(1, own) });
    const row = screen.getByText('text 1').closest('[data-message]')!.firstElementChild as HTMLElement;
    // jsdom has no pointer events.
    const tap = (element: Element) =>
      fireEvent(element, Object.assign(new Event('pointerup', { bubbles: true }), { pointerType: 'touch' }));
    const before = row.className;
    tap(screen.getByText('text 1'));
    const touched = row.className;
    expect(touched).not.toBe(before);
    tap(screen.getByRole('button', { name: /^More/ }));
    expect(row.className).toBe(touched);
    tap(screen.getByText('text 1'));
    expect(row.className).toBe(before);
  });

  it('are shown as deleted if they were', async () => {
    await showThread({}, { stored: [wireMessage(1, { isDeleted: true, text: 'secret' })] });
    expect(screen.getByText('Message deleted')).toBeInTheDocument();
    expect(screen.queryByText('secret')).not.toBeInTheDocument();
  });

  it('are locked if they are paid, and show the seller whether they were bought', async () => {
    const sale = { isSale: true, price: 3, type: 'photo' } as const;
    const stored = [
      wireMessage(1, sale),
      wireMessage(2, { ...own, ...sale }),
      wireMessage(3, { ...own, ...sale, isBought: true, boughtAt: '2026-11-17T10:00:00.000Z' }),
    ];
    await showThread({}, { stored });
    expect(screen.getByRole('button', { name: 'Unlock for $3.00' })).toBeInTheDocument();
    expect(screen.getByText('Not bought yet · $3.00')).toBeInTheDocument();
    expect(screen.getByText(/^Bought for \$3\.00/)).toBeInTheDocument();
  });

  it('M-16: cannot be bought while their video is being processed or is broken', async () => {
    const sale = { isSale: true, price: 3, type: 'video' } as const;
    const files = (status: 'processing' | 'error') => [{ ...wireLockedFile(), status }];
    const stored = [
      wireMessage(1, { ...sale, files: files('processing') }),
      wireMessage(2, { ...sale, files: files('error') }),
    ];
    await showThread({}, { stored });
    expect(screen.getByRole('button', { name: 'Still being processed' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Can’t be opened' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Unlock for $3.00' })).not.toBeInTheDocument();
  });

  it('show an error if they do not load, and can be retried', async () => {
    let isDown = true;
    const stored = wireMessages(1);
    await showThread(
      {},
      {
        answers: {
          listMessages: ({ query = {} }) => {
            if (isDown) throw new ApiError(0, undefined);
            return newestFirst(stored, query);
          },
        },
      },
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Error occurred, please try again later');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('text 1')).toBeInTheDocument();
  });

  it('show an error if the cached thread does not reload, and can be retried', async () => {
    let isDown = false;
    const stored = wireMessages(30);
    const listMessages: Answers['listMessages'] = ({ query = {} }) => {
      if (isDown) throw new ApiError(503, undefined);
      return newestFirst(stored, query);
    };
    const { store } = await showThread({}, { answers: { listMessages } });
    isDown = true;
    stored.push(wireMessage(31));
    act(() => void store.dispatch(conversationClosed()));
    act(() => void store.dispatch(conversationOpened({ conversationId })));
    await act(settle);
    expect(screen.getByText('text 30')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('New messages did not load. Try again');
    expect(screen.getByRole('button', { name: 'Older messages' })).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByText('text 31')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('that are paid show their text above the button, and are unlocked in place', async () => {
    const locked = wireMessage(1, {
      isSale: true,
      price: 3,
      type: 'photo',
      text: 'From the kiln, before anybody else',
      files: [{ ...photo, url: null, thumbnails: ['/blurred.webp'] }],
    });
    const stored = [locked];
    const { wanted, store } = await showThread({}, { stored });
    const button = screen.getByRole('button', { name: 'Unlock for $3.00' });
    const caption = screen.getByText('From the kiln, before anybody else');
    expect(caption.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('1 photo')).toBeInTheDocument();
    await userEvent.click(button);
    const { _id: id, sequence } = locked;
    expect(wanted).toMatchObject([
      { target: 'message', id, conversationId, sequence, price: 3, performer: { name: mira.name } },
    ]);
    const files = [{ ...photo, url: '/whole.webp', thumbnails: ['/small.webp'], alt: 'A bowl' }];
    stored[0] = { ...locked, isBought: true, boughtAt: '2026-11-20T09:00:00.000Z', files };
    act(() => void store.dispatch(itemUnlocked({ target: 'message', id: locked._id })));
    await act(settle);
    expect(screen.queryByRole('button', { name: /^Unlock/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Open picture: ?A bowl/ })).toBeInTheDocument();
    expect(screen.getByText(/^Unlocked for \$3\.00 · /)).toBeInTheDocument();
  });

  it('that are paid list their exact contents', async () => {
    const closed = { url: null, thumbnails: [] };
    const files = [photo, photo, film].map((file, place) => ({ ...file, ...closed, _id: `${file._id}${place}` }));
    await showThread({}, { stored: [wireMessage(1, { isSale: true, price: 9, type: 'photo', files })] });
    expect(screen.getByText('2 photos, 1 video')).toBeInTheDocument();
  });

  it('poll their video until it can be played', async () => {
    const stored = [wireMessage(1, { type: 'video', files: [film] })];
    const { store } = await showThread({}, { stored });
    expect(screen.getByText(/Processing/)).toBeInTheDocument();
    const file = { ...film, status: 'finished' as const, url: '/film.mp4' };
    act(() => void store.dispatch(fileChanged({ messageId: stored[0]?._id ?? '', file })));
    expect(await screen.findByRole('button', { name: /Video message/ })).toBeInTheDocument();
  });

  it('request a new link when that of a video has expired', async () => {
    const old = { ...film, status: 'finished' as const, url: '/film.mp4?e=1' };
    const stored = [wireMessage(1, { type: 'video', files: [old] })];
    const answers = { getFileStatus: () => ({ ...old, url: '/film.mp4?e=2' }) };
    const { store } = await showThread({}, { stored, answers });
    const messageId = stored[0]?._id ?? '';
    await act(async () => void store.dispatch(fileLinkExpired({ messageId, fileId: film._id })));
    await waitFor(() => expect(document.querySelector('video')).toHaveAttribute('src', '/film.mp4?e=2'));
  });

  it('request a new link for audio or a picture that does not load, but not too often', async () => {
    const files = [
      { ...photo, url: '/bowl.webp?e=1' },
      { _id: 'aa0000000000000000000004', type: 'message-audio', status: 'finished' as const, url: '/song.m4a?e=1' },
    ];
    const stored = [wireMessage(1, { type: 'photo', files })];
    const getFileStatus: Answers['getFileStatus'] = ({ params }) => {
      const file = files.find(({ _id }) => _id === params?.['id']);
      return { ...file, url: file?.url.replace('e=1', 'e=2') };
    };
    const { calls } = await showThread({}, { stored, answers: { getFileStatus } });
    const sound = await waitFor(() => document.querySelector('audio') ?? Promise.reject(new Error('no sound yet')));
    const picture = () => document.querySelector('img[src^="/bowl"]') as HTMLElement;
    const fail = () => {
      fireEvent.error(picture());
      fireEvent.play(sound);
      fireEvent.error(sound);
      return act(settle);
    };
    await fail();
    expect(picture()).toHaveAttribute('src', '/bowl.webp?e=2');
    expect(sound).toHaveAttribute('src', '/song.m4a?e=2');
    await fail();
    expect(calls.filter(({ name }) => name === 'getFileStatus')).toHaveLength(2);
  });

  it('request new links for two videos in parallel', async () => {
    const old = { ...film, status: 'finished' as const, url: '/film.mp4?e=1' };
    const films = [old, { ...old, _id: 'aa0000000000000000000003' }];
    const stored = [wireMessage(1, { type: 'video', files: films })];
    const asked: (() => void)[] = [];
    const getFileStatus: Answers['getFileStatus'] = ({ params }) =>
      new Promise((resolve) => {
        asked.push(() => resolve({ ...film, _id: params?.['id'], status: 'finished', url: '/film.mp4?e=2' }));
      });
    const { store } = await showThread({}, { stored, answers: { getFileStatus } });
    const messageId = stored[0]?._id ?? '';
    for (const { _id } of films) {
      await act(async () => void store.dispatch(fileLinkExpired({ messageId, fileId: _id })));
      // A repeated request gets no second link.
      await act(async () => void store.dispatch(fileLinkExpired({ messageId, fileId: _id })));
    }
    expect(asked).toHaveLength(2);
    for (const answer of asked) answer();
    await act(settle);
    const sources = [...document.querySelectorAll('video')].map((video) => video.getAttribute('src'));
    expect(sources).toEqual(['/film.mp4?e=2', '/film.mp4?e=2']);
  });

  it('are deleted after a question that says for whom, but not if they were bought', async () => {
    const stored = [
      // Compatible backends always send `isBought` to the sender. Wire contract 3.18.
      wireMessage(1, { ...own, text: 'Oops', isBought: true }),
      wireMessage(2, { ...own, text: 'Sold', isSale: true, price: 3, isBought: true }),
    ];
    const answers = { deleteMessage: () => ({ ...stored[0], isDeleted: true }) };
    const { calls } = await showThread({}, { stored, answers });
    const [first, second] = screen.getAllByRole('button', { name: /^More/ });
    await userEvent.click(second as HTMLElement);
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
    await userEvent.click(first as HTMLElement);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(/It’s deleted for both of you: Mira Okafor will read/)).toBeInTheDocument();
    expect(calls.some(({ name }) => name === 'deleteMessage')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Delete for both' }));
    expect(await screen.findByText('Message deleted')).toBeInTheDocument();
  });

  it('have their URLs turned into links, without a final full stop', async () => {
    await showThread({}, { stored: [wireMessage(1, { text: 'See https://example.test/a?b=1. Now!' })] });
    const link = screen.getByRole('link', { name: 'https://example.test/a?b=1' });
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(link).toHaveAttribute('target', '_blank');
  });
});

describe('a conversation that is opened', () => {
  it.each([404, 414])('is shown as missing, with a link back, after the response %i', async (status) => {
    const getConversation = () => {
      throw new ApiError(status, { message: 'Not found' });
    };
    await showThread({}, { answers: { getConversation } });
    expect(screen.getByText('Conversation not found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/messages?show=unread');
  });

  it('has the "New" line before the first unread message, and a count of those below', async () => {
    const stored = wireMessages(40);
    const { calls } = await showThread(
      { totalNotSeenMessages: 30, lastSeenSequence: 10, lastSequence: 40 },
      { stored },
    );
    // The first page is large enough for all unread messages and five earlier ones.
    expect(calls.find(({ name }) => name === 'listMessages')?.input.query).toEqual({ limit: 35, offset: 0 });
    const line = screen.getByText('New');
    expect(line.nextElementSibling).toHaveAttribute('data-message', stored[10]?._id);
  });

  it('has no line if everything is read, and starts at its first message', async () => {
    await showThread({ lastSeenSequence: 3, lastSequence: 3 }, { stored: wireMessages(3) });
    expect(screen.queryByText('New')).not.toBeInTheDocument();
    expect(screen.getByText(/Your conversation begins here/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Older messages' })).not.toBeInTheDocument();
  });

  it('loads older pages of 25 messages, and can retry a failed one', async () => {
    let isDown = true;
    const stored = wireMessages(60);
    const listMessages: Answers['listMessages'] = ({ query = {} }) => {
      if (isDown && query['beforeSequence']) throw new ApiError(0, undefined);
      return newestFirst(stored, query);
    };
    await showThread({}, { answers: { listMessages } });
    await userEvent.click(screen.getByRole('button', { name: 'Older messages' }));
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('Older messages did not load. Try again');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByText('text 11')).toBeInTheDocument();
    expect(screen.queryByText('text 10')).not.toBeInTheDocument();
  });

  it('can open at a found message, with its neighbors and a button to the latest messages', async () => {
    const stored = wireMessages(200);
    const { store } = await showThread({ lastSequence: 200 }, { stored, at: 50 });
    expect(screen.getByText('text 50')).toBeInTheDocument();
    expect(screen.getByText('text 38')).toBeInTheDocument();
    expect(screen.getByText('text 62')).toBeInTheDocument();
    expect(screen.queryByText('text 63')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Newer messages' }));
    await act(settle);
    expect(screen.getByText('text 87')).toBeInTheDocument();
    stored.push(wireMessage(201));
    act(() => void store.dispatch(messageReceived(wireMessage(201))));
    await act(settle);
    expect(screen.queryByText('text 201')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Jump to latest\s*1 new$/ }));
    await act(settle);
    expect(screen.getByText('text 201')).toBeInTheDocument();
    expect(screen.queryByText('text 87')).not.toBeInTheDocument();
  });

  it('keeps a link back to the filtered list, and shows that the other party is typing', async () => {
    const { store } = await showThread();
    act(() => void store.dispatch(typingChanged({ conversationId, isTyping: true })));
    expect(screen.getByText('Typing…')).toBeInTheDocument();
    expect(screen.getByText('Mira Okafor is typing')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to conversations' })).toHaveAttribute(
      'href',
      '/messages?show=unread',
    );
    await act(settle);
  });
});
