import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@contract/base/limits';
import { openSocket, type SocketConnection } from '@/services/socket-client';

interface Message {
  conversationId: string;
  sequence: number;
  text: string;
}

export interface ChatClient {
  /** The messages of a conversation, as shown. @throws the first error of a fetch */
  getShown(conversationId: string): readonly Message[];
  readonly connects: number;
  close(): void;
}

/** Repeats a call until it is answered, by whichever node. @throws Error if it is rejected */
export async function callUntilAnswered<T>(
  urls: readonly string[],
  path: string,
  { token, body }: { token: string; body?: object },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await fetch(`${urls[attempt % urls.length]}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    const text = await reply?.text().catch(() => undefined);
    if (reply?.ok && text !== undefined) return (JSON.parse(text) as { data: T }).data;
    if (reply && reply.status < 500) throw new Error(`${path} was rejected: ${reply.status} ${text}`);
    await sleep(50);
  }
}

/**
 * Shows messages as the web app does: in the order of their sequence, each once. It fetches those after the last one shown when
 * it connects, and when an event skips some.
 */
export async function openChat(
  url: string,
  { token, conversationIds }: { token: string; conversationIds: readonly string[] },
): Promise<ChatClient> {
  const shown = new Map<string, Message[]>(conversationIds.map((id) => [id, []]));
  const getShown = (id: string) => shown.get(id) ?? [];
  const getLast = (id: string) => getShown(id).at(-1)?.sequence ?? 0;
  const fills = new Map<string, Promise<void>>();
  let connects = 0;
  const state: { isClosed: boolean; failure?: unknown } = { isClosed: false };

  const show = (message: Message): boolean => {
    const isNext = message.sequence === getLast(message.conversationId) + 1;
    if (isNext) getShown(message.conversationId).push(message);
    return isNext;
  };

  async function fill(id: string): Promise<void> {
    const missed: Message[] = [];
    let before = '';
    while (!state.isClosed) {
      const query = `afterSequence=${getLast(id)}&limit=${limits.listMax}${before}`;
      const path = `/messages/conversations/${id}?${query}`;
      const page = await callUntilAnswered<{ data: Message[] }>([url], path, { token });
      missed.push(...page.data);
      if (page.data.length < limits.listMax) break;
      before = `&beforeSequence=${page.data.at(-1)?.sequence}`;
    }
    missed.toReversed().forEach(show);
  }

  const fillLater = (id: string) => {
    const filled = (fills.get(id) ?? Promise.resolve()).then(() => fill(id));
    fills.set(
      id,
      filled.catch((error: unknown) => void (state.failure = error)),
    );
  };

  const connection: SocketConnection = await openSocket(
    url,
    { getToken: () => token, isPayloadRead: true },
    {
      onStatus(status) {
        if (status !== 'connected') return;
        connects += 1;
        conversationIds.forEach(fillLater);
      },
      onEvent(name, payload) {
        if (name !== 'message_created') return;
        const message = payload as Message;
        if (!show(message) && message.sequence > getLast(message.conversationId)) fillLater(message.conversationId);
      },
    },
  );
  return {
    getShown(id) {
      if (state.failure) throw new Error('A fetch failed', { cause: state.failure });
      return getShown(id);
    },
    get connects() {
      return connects;
    },
    close() {
      state.isClosed = true;
      connection.close();
    },
  };
}
