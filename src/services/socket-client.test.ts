import { io } from 'socket.io-client';
import { openSocket } from './socket-client';

vi.mock('socket.io-client', () => ({ io: vi.fn() }));

function fakeIo() {
  const handlers: Record<string, (...given: never[]) => void> = {};
  const sent: unknown[][] = [];
  let acknowledge: (() => void) | undefined;
  const socket = {
    connected: true,
    on: (name: string, handler: () => void) => void (handlers[name] = handler),
    onAny: (handler: () => void) => void (handlers['any'] = handler),
    emit: (...given: unknown[]) => void sent.push(given),
    connect: vi.fn(),
    removeAllListeners: () => socket,
    close: vi.fn(),
    timeout: () => ({
      emit: (name: string, payload: unknown, done: () => void) => {
        sent.push([name, payload]);
        acknowledge = done;
      },
    }),
    io: { opts: {} as { query?: unknown }, on: (name: string, handler: () => void) => void (handlers[name] = handler) },
  };
  vi.mocked(io).mockReturnValue(socket as never);
  return { socket, handlers, sent, acknowledge: () => acknowledge?.() };
}

async function open(getToken: () => string | undefined = () => 'abc', isPayloadRead = true) {
  const fake = fakeIo();
  const statuses: string[] = [];
  const login = { getToken, isPayloadRead };
  const connection = await openSocket('http://api.test', login, {
    onStatus: (status) => void statuses.push(status),
    onEvent: () => undefined,
  });
  return { ...fake, statuses, connection };
}

function readHandshake(): { query: unknown; payload: unknown } {
  const { auth, query } = vi.mocked(io).mock.lastCall?.[1] ?? {};
  let payload: unknown;
  if (typeof auth === 'function') auth((given) => (payload = given));
  return { query, payload };
}

describe('openSocket', () => {
  // Promises R-8.
  it('retries forever, at intervals of 1 to 10 seconds, by WebSocket and then by polling', async () => {
    await open();
    expect(io).toHaveBeenCalledWith('http://api.test', {
      auth: expect.any(Function),
      query: {},
      transports: ['websocket', 'polling'],
      reconnection: true,
      reconnectionAttempts: Infinity,
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 10_000,
    });
  });

  it('I-2: keeps the token out of the URL and sends the current one in the payload', async () => {
    let token: string | undefined = 'first';
    const { socket, handlers } = await open(() => token);
    expect(readHandshake()).toEqual({ query: {}, payload: { token: 'first' } });
    token = 'second';
    handlers['disconnect']?.('transport close' as never);
    expect(socket.io.opts.query).toEqual({});
    expect(readHandshake().payload).toEqual({ token: 'second' });
    token = undefined;
    expect(readHandshake().payload).toEqual({ token: '' });
  });

  it('sends the current token in the query too if the backend ignores the payload', async () => {
    let token = 'first';
    const { socket, handlers } = await open(() => token, false);
    expect(readHandshake()).toEqual({ query: { token: 'first' }, payload: { token: 'first' } });
    token = 'second';
    handlers['disconnect']?.('transport close' as never);
    expect(socket.io.opts.query).toEqual({ token: 'second' });
  });

  it('logs in with the current token after every connect, and reports connected only afterwards', async () => {
    let token = 'first';
    const { handlers, sent, acknowledge, statuses } = await open(() => token);
    handlers['connect']?.();
    expect(sent).toEqual([['auth/login', { token: 'first' }]]);
    expect(statuses).toEqual(['initialized']);
    acknowledge();
    expect(statuses).toEqual(['initialized', 'connected']);
    token = 'second';
    handlers['disconnect']?.('transport close' as never);
    handlers['reconnect_attempt']?.();
    handlers['connect']?.();
    expect(sent.at(-1)).toEqual(['auth/login', { token: 'second' }]);
    acknowledge();
    expect(statuses.slice(2)).toEqual(['disconnect', 'reconnecting', 'connected']);
  });

  it('does not report connected if the connection was lost during login', async () => {
    const { socket, handlers, acknowledge, statuses } = await open();
    handlers['connect']?.();
    socket.connected = false;
    acknowledge();
    expect(statuses).not.toContain('connected');
  });

  describe('after the server closed the connection', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it('reconnects if there is a token, and otherwise waits for a login', async () => {
      const signedIn = await open();
      signedIn.handlers['disconnect']?.('io server disconnect' as never);
      vi.advanceTimersByTime(1_000);
      expect(signedIn.socket.connect).toHaveBeenCalledTimes(1);
      let token: string | undefined = 'abc';
      const gone = await open(() => token);
      gone.handlers['disconnect']?.('io server disconnect' as never);
      token = undefined;
      vi.advanceTimersByTime(60_000);
      expect(gone.socket.connect).not.toHaveBeenCalled();
      // Unlike a lost connection, this one waits for a login.
      expect(gone.statuses).toEqual(['initialized', 'ended']);
    });

    it('backs off like after any lost connection if it closes every new one, as during maintenance', async () => {
      const { socket, handlers, acknowledge, connection } = await open();
      const close = () => handlers['disconnect']?.('io server disconnect' as never);
      socket.connect.mockImplementation(() => {
        handlers['connect']?.();
        close();
      });
      close();
      vi.advanceTimersByTime(60_000);
      // After 1, 2, 4 and 8 seconds, then every ten.
      expect(socket.connect).toHaveBeenCalledTimes(8);
      acknowledge();
      // The attempt that was pending, and the next one a second later.
      vi.advanceTimersByTime(5_000 + 1_000);
      expect(socket.connect).toHaveBeenCalledTimes(10);
      connection.close();
      vi.advanceTimersByTime(60_000);
      expect(socket.connect).toHaveBeenCalledTimes(10);
    });
  });
});
