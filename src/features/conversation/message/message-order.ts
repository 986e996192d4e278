import { compareText } from '@/lib/compare';
import type { Message } from './message-types';

/** The server's order within a conversation; by time for backends that do not number messages. */
export function compareMessages(a: Message | undefined, b: Message | undefined): number {
  if (!a || !b) return 0;
  if (a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return compareText(a.createdAt, b.createdAt) || compareText(a._id, b._id);
}

/** True when the server has numbers between the two: something is missing here. Its numbers have no gaps. */
export function hasGap(before: Message | undefined, after: Message | undefined): boolean {
  if (before?.sequence === undefined || after?.sequence === undefined) return false;
  return after.sequence > before.sequence + 1;
}

/** What the list of conversations shows of a message; the same words as the server's, which come with the next load. */
export function previewOf(message: Message): string {
  if (message.isDeleted) return 'Message deleted';
  // The text of a priced message without files is itself what is sold.
  if (message.isSale && message.files.length === 0) return 'Paid message';
  if (message.text) return message.text;
  switch (message.type) {
    case 'photo':
      return 'Photo';
    case 'video':
      return 'Video';
    case 'audio':
      return 'Audio';
    default:
      return '';
  }
}
