import type { EndpointData } from '@contract/schemas';
import type { Actor } from '../../server/access';
import type { Connection } from '../../server/realtime/sockets';
import type { TestApp } from '../harness/build-test-app';
import type { BuiltPerson } from './user';

type Show = EndpointData<'startStream'>;

export const freeShow = { title: 'Evening', description: 'Songs', isFree: true, audience: 'everyone' };
export const paidShow = { ...freeShow, isFree: false, price: 5 };

export async function prepareShow(app: TestApp, host: BuiltPerson, body: object = {}): Promise<Show> {
  const reply = await app.call('startStream', { as: host.token, body: { ...freeShow, ...body } });
  if (reply.status !== 200) throw new Error(`startStream: ${JSON.stringify(reply.body)}`);
  return reply.data;
}

/** A live show, with a socket of its host in the room. */
export async function buildShow(
  app: TestApp,
  host: BuiltPerson,
  body: object = {},
): Promise<Show & { hostSocket: TestConnection; conversationId: string }> {
  const show = await prepareShow(app, host, body);
  const conversationId = show.conversation._id;
  const hostSocket = buildConnection(host.actor);
  await emit(app, hostSocket, 'public-stream/live', conversationId);
  return { ...show, conversationId, hostSocket };
}

export interface TestConnection extends Connection {
  actor: Actor | null;
  rooms: Set<string>;
}

let count = 0;

/** A socket as modules see it, without a real connection. */
export function buildConnection(actor: Actor | null, country: string | null = null): TestConnection {
  count += 1;
  const rooms = new Set<string>();
  return {
    id: `socket-${count}`,
    actor,
    country,
    rooms,
    join: async (room) => void rooms.add(room),
    leave: async (room) => void rooms.delete(room),
    takeQueryPoints: () => true,
  };
}

type RoomEvent = keyof TestApp['services']['showRooms']['socketHandlers'];

export const emit = async (
  app: TestApp,
  connection: TestConnection,
  event: RoomEvent,
  conversationId: string,
): Promise<void> =>
  app.services.showRooms.socketHandlers[event]({ actor: connection.actor, connection, payload: { conversationId } });

export async function joinRoom(
  app: TestApp,
  viewer: { actor: Actor } | null,
  conversationId: string,
  country: string | null = null,
): Promise<TestConnection> {
  const connection = buildConnection(viewer?.actor ?? null, country);
  await emit(app, connection, 'public-stream/join', conversationId);
  return connection;
}

export async function tickAfter(app: TestApp, seconds: number): Promise<void> {
  app.clock.advance({ seconds });
  await app.services.showTick.tick(app.clock.now());
}

/** @param to the end of a room's name, or a connection id */
export const listEvents = (app: TestApp, to: string, event: string): unknown[] =>
  app.events.filter((one) => one.event === event && one.room.endsWith(to)).map(({ payload }) => payload);
