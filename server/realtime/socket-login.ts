import { ownRooms, rooms } from './publish';
import type { ServerSocket, Sockets } from './sockets';

/** Joins the room of the country, logs in with the handshake's token, and closes the socket if the site is closed to it. */
export async function connectSocket(deps: Sockets, socket: ServerSocket): Promise<void> {
  const country = await deps.findCountry(socket.request);
  // A socket that has disconnected meanwhile would join its rooms and never leave them.
  if (socket.disconnected) return;
  socket.data.country = country;
  if (country !== null) await socket.join(rooms.country(country));
  const { auth, query } = socket.handshake;
  await logInSocket(deps, socket, auth['token'] || query['token']);
  if (await deps.isClosedTo(socket.data.actor, country)) socket.disconnect(true);
}

/** Ignores unknown tokens, as compatible backends do. Closes the socket if its account has too many. */
export async function logInSocket(deps: Sockets, socket: ServerSocket, token: unknown): Promise<void> {
  const { io, limits, presence, findActor, getAddress } = deps;
  if (typeof token !== 'string' || token === '' || token === 'null') return;
  const actor = await findActor(token, getAddress(socket.request));
  if (!actor || actor.isErasing || socket.data.actor?.sessionId === actor.sessionId) return;
  await logOutSocket(deps, socket);
  if (socket.disconnected) return;
  if (!limits.canJoin(io.sockets.adapter.rooms.get(rooms.account(actor.id))?.size ?? 0)) {
    socket.disconnect(true);
    return;
  }
  socket.data.actor = actor;
  await socket.join([rooms.account(actor.id), rooms.session(actor.sessionId)]);
  await presence.update(actor.id);
}

/** Leaves all rooms that were joined while logged in, so that the guest receives no events of the account. */
export async function logOutSocket({ presence }: Sockets, socket: ServerSocket): Promise<void> {
  const { actor } = socket.data;
  if (!actor) return;
  socket.data.actor = null;
  const own = ownRooms(socket);
  for (const room of [...socket.rooms].filter((name) => !own.has(name))) await socket.leave(room);
  await presence.update(actor.id);
}
