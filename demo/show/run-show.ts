import { setTimeout as sleep } from 'node:timers/promises';
import { DemoCamera } from './camera';
import type { DemoFilm } from './film';
import { lines, show } from './script';
import { logIn, type DemoAccount, type DemoSocket } from './site';

/** Pauses in milliseconds: between two lines, and before the script repeats. */
const LINE_MS = 15_000;
const PAUSE_MS = 120_000;
/** Milliseconds until a lost connection to the engine is reopened. */
const AGAIN_MS = 2_000;

interface Room {
  streamId: string;
  conversationId: string;
}

export interface RunningShow {
  /** Rejects if an operator ends the show. */
  ended: Promise<never>;
  end(): Promise<void>;
}

/** Starts a show as a host's browser would, with a camera and a socket, and lets fans chat. */
export async function runShow(apiUrl: string, film: DemoFilm): Promise<RunningShow> {
  const host = await logIn(apiUrl, show.host);
  const fans = new Map(await Promise.all(show.fans.map(async (fan) => [fan, await logIn(apiUrl, fan)] as const)));
  const room = await openRoom(host);
  const camera = await openCamera(host, room, film);
  const sockets: DemoSocket[] = [];
  const ended = new Promise<never>((_resolve, reject) => {
    const { conversationId } = room;
    const socket = host.openSocket((open) => open.emit('public-stream/live', { conversationId }));
    socket.on('admin-end-session-stream', () => reject(new Error('An operator has ended the show.')));
    sockets.push(socket);
  });
  for (const fan of fans.values())
    sockets.push(fan.openSocket((open) => open.emit('public-stream/join', { conversationId: room.conversationId })));
  const talking = new AbortController();
  void talk(new Map([...fans, [show.host, host]]), room, talking.signal);
  return {
    ended,
    async end() {
      talking.abort();
      for (const socket of sockets) socket.disconnect();
      await host.call('POST', `/streaming/live/${room.streamId}/end`);
      camera.close();
    },
  };
}

/** First ends a show that an earlier run left open. */
async function openRoom(host: DemoAccount): Promise<Room> {
  const open = await host.call<{ _id: string } | null>('GET', '/streaming/mine');
  if (open) await host.call('POST', `/streaming/live/${open._id}/end`);
  const { title, description } = show;
  const terms = { title, description, isFree: true, audience: 'everyone', isRecorded: true };
  const { _id, conversation } = await host.call<{ _id: string; conversation: { _id: string } }>(
    'POST',
    '/streaming/live',
    terms,
  );
  return { streamId: _id, conversationId: conversation._id };
}

/** Connects the camera, and reconnects it after the engine restarts. */
async function openCamera(host: DemoAccount, { streamId }: Room, film: DemoFilm): Promise<{ close(): void }> {
  let isClosed = false;
  let camera: DemoCamera | null = null;
  async function connect(): Promise<void> {
    const opened = new DemoCamera(film, () => camera === opened && void reconnect());
    camera = opened;
    await opened.connect(async (sdp) => {
      const access = await host.call<{ engine: string; ticket: string }>('POST', '/streaming/access', {
        streamId,
        as: 'host',
      });
      if (access.engine !== 'embedded')
        throw new Error(`The demo camera supports only the embedded engine, not "${access.engine}".`);
      return (await host.call<{ sdp: string }>('POST', '/streaming/connect', { ticket: access.ticket, sdp })).sdp;
    });
  }
  /** Retries until it succeeds, because the API may be unavailable too. */
  async function reconnect(): Promise<void> {
    camera?.close();
    camera = null;
    await sleep(AGAIN_MS);
    if (isClosed) return;
    await connect().catch(reconnect);
  }
  await connect();
  return {
    close() {
      isClosed = true;
      camera?.close();
    },
  };
}

async function talk(accounts: ReadonlyMap<string, DemoAccount>, { conversationId }: Room, signal: AbortSignal) {
  const path = `/messages/stream/conversations/${conversationId}`;
  while (!signal.aborted) {
    for (const { by, text } of lines) {
      await sleep(LINE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // If the line cannot be sent, the script goes on with the next one.
      await accounts
        .get(by)
        ?.call('POST', path, { type: 'text', text })
        .catch(() => undefined);
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
