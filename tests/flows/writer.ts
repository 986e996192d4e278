import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

type Kind = 'tip' | 'unlock' | 'message';

interface Attempt {
  kind: Kind;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

interface Acknowledged extends Attempt {
  id: string;
  data: Record<string, unknown>;
}

/** A client that writes without pause. It repeats each write with the same idempotency key until it gets a response. */
export interface Writer {
  acknowledged: readonly Acknowledged[];
  /** Attempts without a response: the server died before, during or after the work. */
  readonly retries: number;
  start(): void;
  /** Resolves after the response to the current write. @throws Error if a write was rejected */
  stop(): Promise<void>;
  /** Repeats every payment with its idempotency key. @throws Error if a response differs from the first one */
  repeatAll(): Promise<void>;
}

/** @param options.postIds posts to buy, once each; after them, it only sends tips and messages */
export function startWriter(options: {
  url: string;
  token: string;
  creatorId: string;
  conversationId: string;
  postIds: readonly string[];
}): Writer {
  const { url, token, creatorId, conversationId, postIds } = options;
  const acknowledged: Acknowledged[] = [];
  let count = 0;
  let retries = 0;
  const state = { isRunning: false };
  let work = Promise.resolve();

  function next(): Attempt {
    count += 1;
    const headers = { 'idempotency-key': `write-${count}` };
    const postId = postIds[Math.floor(count / 3)];
    if (count % 3 === 0) {
      const body = { text: `message ${count}`, clientId: `write-${count}` };
      return { kind: 'message', path: `/messages/conversations/${conversationId}`, headers: {}, body };
    }
    if (count % 3 === 1 && postId) return { kind: 'unlock', path: `/wallet/charges/feed/${postId}`, headers, body: {} };
    return { kind: 'tip', path: `/wallet/charges/tip/${creatorId}`, headers, body: { price: 3 + (count % 40) / 4 } };
  }

  /** @returns undefined if the outcome is unknown */
  async function attempt({ path, headers, body }: Attempt): Promise<Acknowledged['data'] | undefined> {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    const text = await reply?.text().catch(() => undefined);
    if (!reply || text === undefined || reply.status >= 500) return undefined;
    if (!reply.ok) throw new Error(`${path} was rejected: ${reply.status} ${text}`);
    return (JSON.parse(text) as { data: Acknowledged['data'] }).data;
  }

  async function write(): Promise<void> {
    while (state.isRunning) {
      const wanted = next();
      let data: Acknowledged['data'] | undefined;
      while ((data = await attempt(wanted)) === undefined) {
        retries += 1;
        await sleep(10);
      }
      acknowledged.push({ ...wanted, id: String(data['_id']), data });
    }
  }

  const writer: Writer = {
    acknowledged,
    get retries() {
      return retries;
    },
    start() {
      state.isRunning = true;
      work = write();
      // `stop` reports the error instead.
      work.catch(() => undefined);
    },
    async stop() {
      state.isRunning = false;
      await work;
    },
    async repeatAll() {
      for (const { data, ...wanted } of acknowledged) {
        if (wanted.kind === 'message') continue;
        const again = await attempt(wanted);
        if (!isDeepStrictEqual(again, data)) throw new Error(`${wanted.path}: the reply to the repeated call differs`);
      }
    },
  };
  writer.start();
  return writer;
}
