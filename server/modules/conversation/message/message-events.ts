import { rooms } from '../../../realtime/publish';
import { presentMessage } from './message-presenter';
import type { FullMessage } from './message-repository';
import type { Messaging } from './messaging';

export function publishUnread({ conversations, publisher, unreadQueue }: Messaging, accountId: string): Promise<void> {
  return unreadQueue(accountId, async () => {
    const total = await conversations.countUnread({ id: accountId, country: null });
    publisher.publish('nofify_read_messages_in_conversation', rooms.account(accountId), { total });
  });
}

/** Does not publish to recipients in countries that the sender blocks. */
export async function publishMessage(
  { publisher, block, media }: Messaging,
  event: 'message_created' | 'message_deleted' | 'message_updated',
  message: FullMessage,
  accountIds: readonly string[],
): Promise<void> {
  const { senderId, senderSource } = message.row;
  const closed = senderSource === 'performer' ? await block.listClosedCountries(senderId) : [];
  const publishOutside = publisher.publishOutside(closed);
  for (const id of accountIds) {
    const publish = id === senderId ? publisher.publish : publishOutside;
    publish(event, rooms.account(id), presentMessage(message, id, media.present));
  }
}
