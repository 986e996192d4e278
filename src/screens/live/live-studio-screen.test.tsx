import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leavePage } from '@/components/states/leave-questions';
import { ApiError } from '@/services/api-error';
import { chatFeature } from '@/features/live/chat/chat-feature';
import { lineArrived } from '@/features/live/chat/chat-slice';
import { replayFeature } from '@/features/live/studio/replay-feature';
import { studioFeature } from '@/features/live/studio/studio-feature';
import { selectToasts } from '@/features/site/ui/ui-slice';
import * as studio from '@/features/live/studio/studio-slice';
import { selectOwnShow, type ShowSeat } from '@/features/live/studio/studio-state';
import {
  access,
  fan,
  host,
  recordPublications,
  show,
  toLive,
  toOwn,
  toSeat,
  toSummary,
} from '../../../tests/factories/live-studio';
import { installFakeDevices } from '../../../tests/harness/fake-devices';
import {
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
  type StoreOptions,
} from '../../../tests/harness/render-with-store';
import { LiveStudioScreen } from './live-studio-screen';

vi.mock('@/services/streaming/publish-stream', () => ({ publishStream: vi.fn() }));

let devices: ReturnType<typeof installFakeDevices>;
beforeEach(() => {
  devices = installFakeDevices();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

const refuse = (status: number, error?: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'No.', ...(error && { error }) });
};

async function open(answers: Answers = {}, options: Partial<StoreOptions> = {}) {
  const opened = recordPublications();
  const given = storeForTest({
    features: [studioFeature, chatFeature, replayFeature],
    user: host,
    answers: {
      getOwnStream: () => null,
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      listPublicStreamMessages: () => ({ data: [], total: 0 }),
      listMessages: () => ({ data: [], total: 0 }),
      startStream: () => toLive(),
      createStreamAccess: () => access,
      ...answers,
    },
    ...options,
  });
  const made = renderWithStore(<LiveStudioScreen />, { given, path: '/creator/live' });
  await act(settle);
  return { ...made, opened };
}

async function openOnAir(answers: Answers = {}, about: object = {}) {
  const hostAwaySince = new Date().toISOString();
  const own = toOwn({ ...about, hostAwaySince });
  const made = await open({ getOwnStream: () => own, ...answers });
  await userEvent.click(screen.getByRole('button', { name: 'Continue the show' }));
  await act(settle);
  act(() => made.opened[0]?.handlers.onState('live'));
  await act(settle);
  return made;
}

const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('the studio before a show', () => {
  it('opens no device before the host asks for it, then shows its name', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Go live', level: 1 })).toBeInTheDocument();
    expect(screen.getByText('Your camera is off')).toBeInTheDocument();
    expect(devices.asked).toEqual([]);
    await press('Turn on camera and microphone');
    expect(devices.asked).toHaveLength(1);
    expect(screen.getByText('1280 × 720, 30 frames a second')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Camera' })).toHaveDisplayValue('Front camera');
    expect(screen.getByRole('meter', { name: 'Microphone level' })).toBeInTheDocument();
    await press('Turn camera off');
    expect(screen.getByText('Your camera is off')).toBeInTheDocument();
  });

  it.each([
    ['NotAllowedError', 'Your browser blocks the camera', /Press the camera icon in the address bar/],
    ['NotFoundError', 'No camera was found', /Plug in a camera/],
    ['NotReadableError', 'Another app is using the camera', /Close it, such as a video call/],
  ])('explains the error %s and what to do', async (name, title, advice) => {
    devices.refusals = { camera: name, microphone: name };
    await open();
    await press('Turn on camera and microphone');
    const alert = screen.getByText(title).closest('[role="alert"]') as HTMLElement;
    expect(within(alert).getByText(advice)).toBeInTheDocument();
    devices.refusals = {};
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Turn camera off' })).toBeInTheDocument();
  });

  it('shows errors beside the fields, and which device must be turned on', async () => {
    const { calls } = await open();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ticket' }), 'Everyone needs a ticket');
    await press('Go live');
    expect(screen.getByText('Give your show a title.')).toBeInTheDocument();
    expect(screen.getByText('Enter a price.')).toBeInTheDocument();
    expect(screen.getByText(/Turn on your camera or your microphone/)).toBeInTheDocument();
    expect(calls.map(({ name }) => name)).not.toContain('startStream');
  });

  it('offers to sell tickets to others only if the audience is limited', async () => {
    await open();
    const ticket = screen.getByRole('combobox', { name: 'Ticket' });
    expect(within(ticket).queryByRole('option', { name: 'Others can buy a ticket' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /^Subscribers/ }));
    expect(within(ticket).getByRole('option', { name: 'Others can buy a ticket' })).toBeInTheDocument();
  });

  it('requires a price per minute for group shows, and offers no ticket', async () => {
    await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Group, by the minute' }));
    expect(screen.getByLabelText(/Price a minute/)).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Ticket' })).not.toBeInTheDocument();
    expect(screen.queryByRole('switch', { name: /Private shows/ })).not.toBeInTheDocument();
  });

  it('shows creators who are not approved a link to their documents', async () => {
    await open({}, { user: { ...host, verifiedDocument: false } });
    expect(screen.getByText(/You can go live once your documents are approved/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your documents' })).toHaveAttribute(
      'href',
      '/creator/account?section=documents',
    );
    expect(screen.getByRole('button', { name: 'Go live' })).toBeDisabled();
  });

  it('offers only the basic settings on compatible backends', async () => {
    await open({}, { extensions: ['shows'] });
    expect(screen.getByLabelText('Title')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Ticket' })).toBeInTheDocument();
    for (const name of ['Everyone', 'Subscribers'])
      expect(screen.queryByRole('radio', { name })).not.toBeInTheDocument();
    expect(screen.queryByLabelText(/Goal/)).not.toBeInTheDocument();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  it('asks before a link loses what was typed, but not a text of an announcement', async () => {
    const announced = { _id: 'p1', title: 'Tonight', text: 'Words', streamingScheduled: new Date().toISOString() };
    await open({ listFeeds: () => ({ data: [announced], total: 1 }) });
    const leave = vi.fn();
    expect(screen.getByLabelText('Title')).toHaveValue('Tonight');
    act(() => leavePage(leave));
    expect(leave).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByRole('textbox', { name: /^Goal(?! amount)/ }), 'Strings');
    await userEvent.click(screen.getByRole('link', { name: 'Announce the show in a post' }));
    expect(screen.getByRole('dialog', { name: 'Leave without going live?' })).toBeVisible();
    await press('Stay');
    expect(screen.getByRole('textbox', { name: /^Goal(?! amount)/ })).toHaveValue('Strings');
  });

  it('keeps the settings and shows the error if starting the show is rejected', async () => {
    await open({ startStream: refuse(422) });
    await press('Turn on camera and microphone');
    await userEvent.type(screen.getByLabelText('Title'), 'Sunday loops');
    await press('Go live');
    expect(screen.getByRole('alert')).toHaveTextContent('No.');
    expect(screen.getByLabelText('Title')).toHaveValue('Sunday loops');
  });
});

describe('a running show', () => {
  it('that was interrupted says how long it waits for the host', async () => {
    await open({ getOwnStream: () => toOwn({ hostAwaySince: new Date(Date.now() - 25_000).toISOString() }) });
    expect(screen.getByRole('heading', { name: 'You’re live' })).toBeInTheDocument();
    expect(screen.getByText(/Your show ends in (34|35) s if you don’t/)).toBeInTheDocument();
  });

  it('can be taken over from another device', async () => {
    await open({ getOwnStream: () => toOwn() });
    expect(screen.getByRole('heading', { name: 'You’re live somewhere else' })).toBeInTheDocument();
    await press('Take over here');
    expect(screen.getByRole('button', { name: 'End' })).toBeInTheDocument();
  });
});

describe('the studio during a show', () => {
  it('shows title, viewers and earnings', async () => {
    const { store } = await openOnAir({}, { goal: { text: 'New strings', amount: 250, raised: 180 } });
    act(
      () => void store.dispatch(studio.viewersChanged({ conversationId: show.conversationId, total: 3, members: [] })),
    );
    expect(screen.getByRole('heading', { name: 'Sunday loops', level: 1 })).toBeInTheDocument();
    expect(screen.getByText('3 viewers')).toBeInTheDocument();
    expect(screen.getByText('$12.50')).toBeInTheDocument();
    expect(screen.getByText('$180.00 of $250.00')).toBeInTheDocument();
    expect(screen.getByRole('log', { name: 'Chat messages' })).toBeInTheDocument();
  });

  it('counts down to the end of the show while the connection is lost', async () => {
    const { opened } = await openOnAir();
    act(() => opened[0]?.handlers.onState('lost'));
    expect(screen.getByText('Reconnecting')).toBeInTheDocument();
    expect(screen.getByText(/^(59|60) s$/)).toBeInTheDocument();
    expect(screen.getByText(/Your show ends if you’re not back within a minute/)).toBeInTheDocument();
  });

  it('counts down from the time of the server after a reload', async () => {
    const { store, opened } = await openOnAir();
    act(() => opened[0]?.handlers.onState('lost'));
    const hostAwaySince = new Date(Date.now() - 40_000).toISOString();
    act(() => void store.dispatch(studio.showChanged({ ...selectOwnShow(store.getState())!, hostAwaySince })));
    expect(screen.getByText(/^(20|21) s$/)).toBeInTheDocument();
    // A report about an earlier loss does not count.
    const before = new Date(Date.now() - 90_000).toISOString();
    act(() => void store.dispatch(studio.showChanged({ ...selectOwnShow(store.getState())!, hostAwaySince: before })));
    expect(screen.getByText(/^(59|60) s$/)).toBeInTheDocument();
  });

  it('can mute, remove and pin from a message’s menu, and undo it', async () => {
    const { store, calls } = await openOnAir({
      restrictViewer: () => ({ success: true }),
      liftRestriction: () => ({ success: true }),
      updateLiveStream: () => ({ ...show, isStreaming: 1, pinnedMessage: null }),
    });
    const line = {
      _id: 'd00000000000000000000001',
      conversationId: show.conversationId,
      senderId: fan._id,
      senderInfo: fan,
      type: 'text',
      text: 'Buy cheap tickets',
      createdAt: show.createdAt,
    };
    act(() => void store.dispatch(lineArrived(line as never)));
    const openMenu = () => press('More about this message by Ada Fenn');
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('menuitem', { name }));
      await act(settle);
    };
    await openMenu();
    await choose('Pin');
    expect(calls.at(-1)?.input.body).toEqual({ pinnedMessageId: line._id });
    await openMenu();
    await choose('Mute Ada Fenn for 10 minutes');
    expect(calls.at(-1)?.input.body).toEqual({ userId: fan._id, kind: 'mute', minutes: 10 });
    await openMenu();
    await choose('Remove Ada Fenn from this show');
    expect(calls.at(-1)).toMatchObject({ name: 'restrictViewer', input: { body: { userId: fan._id, kind: 'ban' } } });
    await openMenu();
    await choose('Let Ada Fenn back in');
    expect(calls.at(-1)?.name).toBe('liftRestriction');
    await openMenu();
    await choose('Let Ada Fenn write again');
    expect(calls.filter(({ name }) => name === 'liftRestriction')).toHaveLength(2);
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Mute Ada Fenn for 10 minutes' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Delete this message by Ada Fenn' })).toBeInTheDocument();
  });

  it('names the author of the pinned message, and can unpin it there', async () => {
    const pinnedMessage = { _id: 'd1', senderId: fan._id, senderInfo: fan, text: 'Which song next?', isDeleted: false };
    let isDown = true;
    const { store, calls } = await openOnAir(
      { updateLiveStream: () => (isDown ? refuse(503)() : { ...show, isStreaming: 1, pinnedMessage: null }) },
      { pinnedMessage },
    );
    expect(screen.getByText('Which song next?')).toHaveTextContent('Ada Fenn Which song next?');
    await press('Unpin this message');
    expect(selectToasts(store.getState())).toMatchObject([{ tone: 'error' }]);
    isDown = false;
    await press('Unpin this message');
    expect(calls.at(-1)).toMatchObject({ name: 'updateLiveStream', input: { body: { pinnedMessageId: null } } });
    expect(screen.queryByText('Which song next?')).not.toBeInTheDocument();
  });

  it('changes the chat rules immediately, and clears the chat after a confirmation', async () => {
    const { calls } = await openOnAir({
      updateLiveStream: ({ body }) => ({
        ...show,
        isStreaming: 1,
        chat: { ...show.chat, ...(body?.['chat'] as object) },
      }),
      removeAllMessages: () => ({ success: true }),
    });
    await press('Chat rules');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Slow mode' }), 'One message every 10 seconds');
    await act(settle);
    expect(calls.at(-1)?.input.body).toEqual({ chat: { slowSeconds: 10 } });
    expect(screen.getByText('Slow mode, 10 s')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('switch', { name: /Emote only/ }));
    await act(settle);
    expect(calls.at(-1)?.input.body).toEqual({ chat: { emoteOnly: true } });
    await press('Clear the chat');
    expect(calls.map(({ name }) => name)).not.toContain('removeAllMessages');
    await press('Delete all messages');
    expect(calls.at(-1)?.name).toBe('removeAllMessages');
  });

  it('lists viewers by how much they have spent', async () => {
    const row = (about: object) => ({ since: show.createdAt, isMuted: false, isSubscribed: false, spent: 0, ...about });
    await openOnAir(
      {
        listStreamViewers: () => ({
          data: [row({ user: fan, spent: 40, isSubscribed: true }), row({ user: { ...fan, _id: 'u2', name: 'Omar' } })],
          total: 2,
        }),
      },
      { stats: { members: 3, likes: 0 } },
    );
    await press('3 watching: see who');
    const dialog = screen.getByRole('dialog', { name: '3 watching' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Ada FennSpent $40.00 · Subscriber'), expect.stringContaining('Omar')]);
    expect(within(dialog).getByText('and 1 other')).toBeInTheDocument();
  });

  it('can edit the running show', async () => {
    const { calls } = await openOnAir({ updateLiveStream: ({ body }) => ({ ...toOwn(), ...body }) });
    await press('Edit your show');
    const title = within(screen.getByRole('dialog')).getByLabelText('Title');
    await userEvent.clear(title);
    await userEvent.type(title, 'Late loops');
    await press('Save');
    expect(calls.at(-1)?.input.body).toEqual({ title: 'Late loops', description: '', goal: null, minutePrice: null });
    expect(screen.getByRole('heading', { name: 'Late loops', level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('can accept a request, and shows the private show’s earnings and its end', async () => {
    const { store, calls } = await openOnAir({
      acceptPrivateChat: () => ({
        conversation: { _id: toSeat().conversationId },
        sessionId: 's2',
        price: 4,
        streamId: toSeat().streamId,
      }),
      leaveSeat: () => toSeat({ state: 'ended', endedBy: 'host', minutes: 3, earned: 7.98 }),
    });
    const hear = (about: object) =>
      act(() => void store.dispatch(studio.seatHeard(toSeat(about) as unknown as ShowSeat)));
    hear({});
    expect(screen.getByText('Ada Fenn asks for a private show')).toBeInTheDocument();
    expect(screen.getByText('“The one in D minor”')).toBeInTheDocument();
    await press('Accept');
    expect(calls.find(({ name }) => name === 'acceptPrivateChat')?.input.params).toEqual({
      id: toSeat().conversationId,
    });
    hear({ state: 'running', startedAt: new Date().toISOString(), minutes: 3, earned: 7.98 });
    await act(settle);
    expect(screen.getByText('Private show with Ada Fenn')).toBeInTheDocument();
    expect(screen.getByText(/3 minutes paid, you earned \$7.98/)).toBeInTheDocument();
    expect(screen.getByText('Only the two of you see this chat.')).toBeInTheDocument();
    const other = { user: { ...fan, _id: 'f00000000000000000000077', name: 'Omar Vale' } };
    hear({ _id: 'a2', conversationId: 'c00000000000000000000077', ...other });
    const next = within(screen.getByRole('region', { name: 'Request by Omar Vale' }));
    expect(next.getByRole('button', { name: 'Accept' })).toBeDisabled();
    expect(next.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription(
      'You can accept once the private show you’re in has ended.',
    );
    expect(next.queryByText(/will see “Back soon”/)).not.toBeInTheDocument();
    await press('End private show');
    expect(next.getByRole('button', { name: 'Accept' })).toBeEnabled();
    expect(screen.getByText('Private show with Ada Fenn ended')).toBeInTheDocument();
    expect(screen.queryByText('Only the two of you see this chat.')).not.toBeInTheDocument();
  });

  it.each([
    [true, { price: 4, isFree: false }],
    [false, { price: null, isFree: true }],
  ])(
    'warns that tickets to a show of less than five minutes are refunded, if it has some: %s',
    async (warns, terms) => {
      const startedAt = new Date(Date.now() - 60_000).toISOString();
      await openOnAir({}, { ticketFor: 'audience', startedAt, ...terms });
      await press('End');
      const text = screen.getByRole('dialog', { name: 'End the show?' }).textContent ?? '';
      expect(text.includes('all tickets are refunded')).toBe(warns);
    },
  );

  it('asks before the show ends, then shows the summary', async () => {
    const refundedTickets = { count: 1, amount: 4 };
    const endStream = () => toSummary({ replayVideoId: 'b1', refundedTickets });
    await openOnAir({ endStream }, { stats: { members: 218, likes: 0 } });
    await press('End');
    const dialog = screen.getByRole('dialog', { name: 'End the show?' });
    expect(dialog).toHaveTextContent('218 people are watching. The recording is kept as a draft.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'End show' }));
    await act(settle);
    expect(screen.getByRole('heading', { name: 'You were live for 1 hour 24 minutes' })).toBeInTheDocument();
    expect(screen.getByText('1 ticket is refunded: $4.00.')).toBeInTheDocument();
    for (const text of ['612', '231', '18', '$146.00', '$53.28', '−$39.92', '$159.36', '2 muted, 1 removed'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open the replay draft' })).toHaveAttribute(
      'href',
      '/creator/my-video/update/b1',
    );
    await press('Go live again');
    expect(screen.getByLabelText('Title')).toHaveValue('');
  });

  it('asks before the host leaves the page', async () => {
    const { calls } = await openOnAir({ endStream: () => toSummary() });
    const link = document.createElement('a');
    link.href = '/home';
    document.body.append(link);
    await userEvent.click(link);
    await act(settle);
    expect(screen.getByRole('dialog', { name: 'End the show and leave?' })).toBeInTheDocument();
    await press('Leave');
    expect(calls.at(-1)?.name).toBe('endStream');
    link.remove();
  });
});
