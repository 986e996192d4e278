import type { RealtimeServer } from './publish';
import { createReconnect } from './reconnect-clients';

describe('R-1: after events were missed', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('all clients have to connect again, in rounds that are half a minute apart', () => {
    const close = vi.fn();
    const socket = { data: {}, conn: { close } };
    const io = { sockets: { sockets: new Map([['socket', socket]]) } } as unknown as RealtimeServer;
    const reconnect = createReconnect(io);
    reconnect.start();
    vi.advanceTimersByTime(10_000);
    expect(close).toHaveBeenCalledTimes(1);
    expect(socket.data).toEqual({ hasMissed: true });
    for (let n = 0; n < 3; n += 1) reconnect.start();
    vi.advanceTimersByTime(20_000);
    expect(close).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(close).toHaveBeenCalledTimes(2);
    reconnect.stop();
  });
});
