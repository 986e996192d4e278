import type { ServerContext } from '../../../context';
import { rooms } from '../../../realtime/publish';
import type { Connection, SocketHandlers } from '../../../realtime/socket-server';
import { createPresenceRepository } from './presence-repository';

/** Milliseconds without a sign of life: two missed ones, so that a slow process is not taken for a dead one. */
const STALE_MS = 150_000;
/** Accounts one socket may watch at a time. */
const MOST_WATCHED = 100;

/** Who is online: kept with the account, told to those who look at it. */
export function createPresenceService({ db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>) {
  const repository = createPresenceRepository(db);

  const tell = (userId: string, isOnline: boolean) =>
    publisher.publish('presence', rooms.presence(userId), { userId, isOnline });

  const countWatched = ({ rooms: joined }: Connection) =>
    [...joined].filter((room) => room.startsWith(rooms.presence(''))).length;

  const socketHandlers = {
    /**
     * The socket hears of an account's presence, first of the state now. Creators may be watched by every account they do
     * not block, fans only by those they have a conversation with.
     */
    'presence/watch': async ({ actor, connection, payload: { userId } }) => {
      if (!actor || countWatched(connection) >= MOST_WATCHED) return;
      const watched = await repository.findWatched({ watcherId: actor.id, country: connection.country }, userId);
      if (!watched || watched.isBlocked) return;
      if (watched.kind === 'user' && !watched.sharesConversation) return;
      await connection.join(rooms.presence(userId));
      publisher.publish('presence', connection.id, { userId, isOnline: watched.isOnline });
    },
    'presence/unwatch': ({ connection, payload: { userId } }) => connection.leave(rooms.presence(userId)),
  } satisfies SocketHandlers['on'];

  return {
    socketHandlers,

    async onPresence(accountId: string, isOnline: boolean): Promise<void> {
      if (await repository.setOnline(accountId, isOnline, clock.now())) tell(accountId, isOnline);
    },

    /**
     * Whether others may know when somebody is here. From now on they look offline, also in lists; shown again, they are
     * online from their next sign of life on, within a minute.
     */
    async setVisible(accountId: string, isVisible: boolean): Promise<void> {
      tell(accountId, await repository.setVisible(accountId, isVisible));
    },

    /** A sign of life from the process that holds these accounts' sockets. */
    onAlive: (accountIds: string[]): Promise<void> => repository.touch(accountIds, clock.now()),

    /** Marks offline who has no live socket any more: a process that died could not say so. Wire contract 4.1. */
    async sweep(): Promise<void> {
      const gone = await repository.endStale(new Date(clock.now().getTime() - STALE_MS));
      for (const id of gone) tell(id, false);
    },
  };
}

export type PresenceService = ReturnType<typeof createPresenceService>;
