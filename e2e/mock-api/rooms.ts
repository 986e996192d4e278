import type { Socket } from 'socket.io';
import { findByToken, type Person, type Stream, type World } from './state';
import { userPublic } from './views';

/** Wire contract 4. */

const toRoomName = (conversationId: string) => `conversation-stream_public-${conversationId}`;

export function emitToRoom({ io }: World, conversationId: string, event: string, payload?: unknown): void {
  const room = io?.to(toRoomName(conversationId));
  if (payload === undefined) room?.emit(event);
  else room?.emit(event, payload);
}

/** Sent on each change. The host does not count as a member. */
function tellMembers(world: World, { conversationId, viewers }: Stream): void {
  const people = [...viewers].flatMap((id) => world.people.get(id) ?? []);
  const members = people.map((person) => userPublic(world, person));
  emitToRoom(world, conversationId, 'public-room-changed', { conversationId, total: members.length, members });
}

interface ShowEvents {
  goLive(stream: Stream): void;
  end(stream: Stream): void;
}

/** The handlers for shows read the token only from the query of the handshake. */
export function openRooms(world: World, socket: Socket, { goLive, end }: ShowEvents): void {
  const getPerson = (): Person | undefined => {
    const token = socket.handshake.query['token'];
    return findByToken(world, typeof token === 'string' ? token : undefined);
  };
  const entered = new Set<Stream>();
  const hear = (event: string, act: (stream: Stream, person: Person | undefined) => void) =>
    socket.on(event, (payload?: { conversationId?: unknown }) => {
      const stream = world.streams.find(({ conversationId }) => conversationId === payload?.conversationId);
      if (stream) act(stream, getPerson());
    });
  const isHost = ({ performerId }: Stream, person: Person | undefined) => person?._id === performerId;
  hear('public-stream/live', (stream, person) => {
    if (isHost(stream, person)) goLive(stream);
  });
  hear('public-stream/join', (stream, person) => {
    void socket.join(toRoomName(stream.conversationId));
    const { performerId, conversationId } = stream;
    if (world.profile.name === 'older')
      socket.emit('JOINED_THE_ROOM', { ...stream, streamId: stream._id, total: 0, members: [], streamList: [] });
    if (person && !isHost(stream, person)) stream.viewers.add(person._id);
    entered.add(stream);
    // Sent to the whole room each time a viewer joins.
    if (stream.isStreaming) emitToRoom(world, conversationId, 'join-broadcaster', { performerId, conversationId });
    tellMembers(world, stream);
  });
  const leave = (stream: Stream, person: Person | undefined) => {
    void socket.leave(toRoomName(stream.conversationId));
    if (person) stream.viewers.delete(person._id);
    entered.delete(stream);
    if (isHost(stream, person)) end(stream);
    else tellMembers(world, stream);
  };
  hear('public-stream/leave', leave);
  socket.on('disconnect', () => {
    const person = getPerson();
    for (const stream of entered) {
      if (person) stream.viewers.delete(person._id);
      // If the host disconnects, no event is sent; the show is merely no longer live.
      if (isHost(stream, person)) stream.isStreaming = 0;
      tellMembers(world, stream);
      const { conversationId } = stream;
      const text = `${person?.name ?? 'Somebody'} has left this room`;
      const line = { _id: conversationId, conversationId, isSystem: true, type: 'text', text };
      emitToRoom(world, conversationId, `message_created_conversation_${conversationId}`, line);
    }
  });
}
