import type { Actor } from '../access';
import { ownRooms, rooms } from './publish';
import { letReturn } from './reconnect-clients';
import type { ServerSocket, Sockets } from './sockets';

/**
 * Joins the room of the country, logs in with the handshake's token, and closes the socket if the site is closed to it.
 *
 * @param before the session of a socket whose rooms were recovered after a lost connection
 */
export async function connectSocket(deps: Sockets, socket: ServerSocket, before: Actor | null = null): Promise<void> {
  const country = await deps.findCountry(socket.request);
  // A socket that has disconnected meanwhile would join its rooms and never leave them.
  if (socket.disconnected) return;
  socket.data.country = country;
  const { auth, query } = socket.handshake;
  const token: unknown = auth['token'] || query['token'];
  if (socket.recovered) await leaveOthersRooms(deps, socket, { before, token });
  if (country !== null) await socket.join(rooms.country(country));
  await logInSocket(deps, socket, token);
  if (await deps.isClosedTo(socket.data.actor, country)) socket.disconnect(true);
}

/** A recovered socket keeps the rooms of its session only if it still has the token of that session. */
async function leaveOthersRooms(
  { findActor, getAddress }: Sockets,
  socket: ServerSocket,
  { before, token }: { before: Actor | null; token: unknown },
): Promise<void> {
  const own = ownRooms(socket);
  let actor: Actor | null = null;
  try {
    if (typeof token === 'string') actor = await findActor(token, getAddress(socket.request));
  } finally {
    const isSame = actor !== null && actor.sessionId === before?.sessionId;
    const isKept = (room: string) => own.has(room) || (isSame && !room.startsWith(rooms.country('')));
    for (const room of [...socket.rooms].filter((name) => !isKept(name))) await socket.leave(room);
  }
}

/** Ignores unknown tokens, as compatible backends do. Closes the connection if its account has too many. */
export async function logInSocket(deps: Sockets, socket: ServerSocket, token: unknown): Promise<void> {
  const { limits, accountSockets, presence, findActor, getAddress } = deps;
  if (typeof token !== 'string' || token === '' || token === 'null') return;
  const actor = await findActor(token, getAddress(socket.request));
  if (!actor || actor.isErasing || socket.data.actor?.sessionId === actor.sessionId) return;
  await logOutSocket(deps, socket);
  if (socket.disconnected) return;
  const others = (await accountSockets.enter(actor.id, socket.id)) - 1;
  socket.data.actor = actor;
  const isAllowed = limits.canJoin(others);
  // Sockets of a process that was killed still count for a while, so the client may have to try again.
  if (!isAllowed) letReturn(socket);
  // The disconnection, which is handled next, logs the socket out.
  if (!isAllowed || socket.disconnected) return;
  await socket.join([rooms.account(actor.id), rooms.session(actor.sessionId)]);
  await presence.update(actor.id);
}

/** Leaves all rooms that were joined while logged in, so that the guest receives no events of the account. */
export async function logOutSocket({ accountSockets, presence }: Sockets, socket: ServerSocket): Promise<void> {
  const { actor } = socket.data;
  if (!actor) return;
  socket.data.actor = null;
  const own = ownRooms(socket);
  for (const room of [...socket.rooms].filter((name) => !own.has(name))) await socket.leave(room);
  await accountSockets.leave(actor.id, socket.id);
  await presence.update(actor.id);
}
