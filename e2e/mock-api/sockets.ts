import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { endShow, goLive } from './shows';
import { openRooms } from './rooms';
import { findByToken, type Charge, type Person, type World } from './state';

/** The token is in the handshake or in `auth/login`. Nothing is acknowledged; invalid events are ignored. Wire contract 4. */
export function openSockets(server: HttpServer, world: World): void {
  const io = new Server(server, { cors: { origin: '*' }, allowEIO3: world.profile.name === 'older' });
  world.io = io;
  io.on('connection', (socket) => {
    const enter = (token: unknown) => {
      const person = findByToken(world, typeof token === 'string' ? token : undefined);
      if (person) void socket.join(toRoomName(person._id));
    };
    enter(socket.handshake.query['token']);
    socket.on('auth/login', (payload?: { token?: unknown }) => enter(payload?.token));
    openRooms(world, socket, {
      goLive: (stream) => goLive(world, stream),
      end: (stream) => endShow(world, stream),
    });
    socket.on('auth/logout', () => {
      for (const room of socket.rooms) if (room.startsWith('person:')) void socket.leave(room);
    });
  });
}

const toRoomName = (personId: string) => `person:${personId}`;

export function tell({ io }: World, personId: string, event: string, payload: unknown): void {
  io?.to(toRoomName(personId)).emit(event, payload);
}

export function tellBalance(world: World, person: Person, delta: number): void {
  if (world.profile.balanceEvent === 'balance_update') {
    tell(world, person._id, 'balance_update', { balance: person.balance });
    // Later API variants send this only to creators: a buyer's client subtracts the price itself.
  } else if (person.isPerformer) tell(world, person._id, 'update_balance', { token: delta });
}

export function tellTip(world: World, charge: Charge, senderInfo: object | undefined): void {
  if (world.profile.name !== 'fork') return;
  const { _id, sourceId, targetId, createdAt, totalPrice } = charge;
  tell(world, targetId, 'TIPPED', { _id, senderInfo, sourceId, targetId, createdAt, totalPrice });
}

export function tellMessage(world: World, event: 'message_created' | 'message_deleted', to: string, message: object) {
  tell(world, to, event, message);
  if (event === 'message_created') tellUnread(world, to);
}

export const countUnread = ({ conversations }: World, personId: string): number =>
  conversations.filter(({ unseen }) => (unseen[personId] ?? 0) > 0).length;

export const tellUnread = (world: World, personId: string): void =>
  tell(world, personId, 'nofify_read_messages_in_conversation', { total: countUnread(world, personId) });
