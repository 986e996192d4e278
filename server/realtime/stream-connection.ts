import { setTimeout as sleep } from 'node:timers/promises';
import { duplicateQuietly, listening, type Redis } from '../redis/connect-redis';

const RETRY_MS = 1_000;
/** A client that missed so many events of the site connects as a new one, and fetches what it missed. */
const MAX_MISSED = 1_000;

type Command = (...args: unknown[]) => Promise<unknown>;

/** Any arguments, because the adapter's are passed on as they are. */
const getCommand = (redis: Redis, name: 'set' | 'xadd' | 'xrange' | 'xread'): Command =>
  (redis[name] as Command).bind(redis);

/**
 * The connection for `@socket.io/redis-streams-adapter`, changed where version 0.3.1 would lose events, hang or leave rejections
 * unhandled.
 *
 * @param onMissed called once events can be published again, if some could not
 */
export function createStreamConnection(
  redis: Redis,
  { streamName, onMissed }: { streamName: string; onMissed(): void },
): { connection: Redis; close(): Promise<void> } {
  // A timer would also fire if this process was only busy, although Redis has stored the event. `socketTimeout` ends a silent
  // connection, and with it all that is pending.
  const connection = duplicateQuietly(redis, { commandTimeout: undefined });
  const listeners: Redis[] = [];
  const set = getCommand(connection, 'set');
  const xadd = getCommand(connection, 'xadd');
  const xrange = getCommand(connection, 'xrange');
  let hasMissed = false;
  const reportMissed = () => {
    if (hasMissed) onMissed();
    hasMissed = false;
  };
  connection.on('ready', reportMissed);
  Object.assign(connection, {
    duplicate: () => {
      const listener = createListener(redis, streamName);
      listeners.push(listener);
      return listener;
    },
    // The adapter does not await it. Without the stored state, the client connects as a new one.
    set: (...args: unknown[]) => set(...args).catch(() => undefined),
    // After an error, the adapter publishes only to the sockets of this process.
    xadd: async (...args: unknown[]) => {
      try {
        const id = await xadd(...args);
        reportMissed();
        return id;
      } catch (error) {
        hasMissed = true;
        throw error;
      }
    },
    // The adapter reads all that a returning client missed, however much, and a part would leave a gap.
    xrange: async (...args: unknown[]) => {
      const entries = await xrange(...args, 'COUNT', MAX_MISSED);
      if (Array.isArray(entries) && entries.length === MAX_MISSED) throw new Error('Too many missed events');
      return entries;
    },
  });
  return {
    connection,
    async close() {
      for (const listener of listeners) listener.disconnect();
      // The states of the sockets that were just closed may still be on their way.
      await connection.quit().catch(() => connection.disconnect());
    },
  };
}

function createListener(redis: Redis, streamName: string): Redis {
  const listener = duplicateQuietly(redis, listening);
  const xread = getCommand(listener, 'xread');
  let newest: Promise<string> | undefined;
  const readNewest = async (): Promise<string> => {
    const [entry] = await listener.xrevrange(streamName, '+', '-', 'COUNT', 1);
    return entry?.[0] ?? '0-0';
  };
  return Object.assign(listener, {
    // Until the first event, the adapter repeats its read from `$`, and would miss what is added between two reads. After an
    // error it repeats at once, without ever letting the process do anything else.
    async xread(...args: unknown[]) {
      try {
        if (args.at(-1) === '$') args[args.length - 1] = await (newest ??= readNewest());
        return await xread(...args);
      } catch (error) {
        newest = undefined;
        await sleep(RETRY_MS, undefined, { ref: false });
        throw error;
      }
    },
  });
}
