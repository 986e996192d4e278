import { eq } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { findRow } from '../../../db/query-helpers';
import { conversations } from '../../../db/schema/messages';
import { rooms } from '../../../realtime/publish';
import type { SocketHandler } from '../../../realtime/sockets';
import type { EntryService } from '../show/entry-service';

/** Lets a socket into the room of a show that its account may enter. */
export function createJoinHandler(
  { db }: Pick<ServerContext, 'db'>,
  entry: EntryService,
): SocketHandler<'public-stream/join'> {
  return async ({ actor, connection, payload: { conversationId } }) => {
    const row = await findRow(db, conversations, eq(conversations.id, conversationId));
    const show = row?.streamId ? await entry.find(row.streamId) : null;
    if (!row || !show) return;
    const { refusal } = await entry.read(show, { actor, country: connection.country });
    if (refusal === null) await connection.join(rooms.conversation(row.type, row.id));
  };
}
