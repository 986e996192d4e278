import type { Message } from './message-types';

/** The server's order within a conversation; by time for backends that do not number messages. */
export function compareMessages(a: Message | undefined, b: Message | undefined): number {
  if (!a || !b) return 0;
  if (a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id);
}

/** True when the server has numbers between the two: something is missing here. Its numbers have no gaps. */
export function hasGap(before: Message | undefined, after: Message | undefined): boolean {
  if (before?.sequence === undefined || after?.sequence === undefined) return false;
  return after.sequence > before.sequence + 1;
}

/** What the list of conversations shows of a message. */
export function previewOf(message: Message): string {
  if (message.isDeleted) return 'Message deleted';
  if (message.isSale && !message.isBought) return 'Sent something with a price';
  if (message.text) return message.text;
  switch (message.type) {
    case 'photo':
      return message.files.length > 1 ? `${message.files.length} photos` : 'Photo';
    case 'video':
      return 'Video';
    case 'audio':
      return 'Voice message';
    default:
      return '';
  }
}
