import type { Actor } from '../../../../access';
import type { Connection } from '../../../../realtime/sockets';
import type { RoomDeps } from '../show-deps';
import type { ConversationRow, ShowRow } from '../show-repository';
import type { ShowPresence } from './show-presence';

export interface RoomMove {
  show: ShowRow;
  conversation: ConversationRow;
  actor: Actor | null;
  isIn: boolean;
}

export interface ShowRoomDeps extends RoomDeps {
  presence: ShowPresence;
  onMoved(move: RoomMove): Promise<void>;
}

export interface RoomCall {
  actor: Actor | null;
  connection: Connection;
  payload: { conversationId: string };
}
