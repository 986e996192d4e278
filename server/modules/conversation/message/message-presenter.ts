import type { z } from 'zod';
import type { Message } from '@contract/conversation/message-schemas';
import { cents, fromCents } from '@contract/base/money';
import type { FileView } from '../../site/media/media-service';
import { isOpenTo } from './message-policy';
import type { FileRow, FullMessage } from './message-repository';
import { DELETED_TEXT, sellsText } from './message-text';

export type MessageView = z.input<typeof Message>;

export type PresentFile = (file: FileRow, options: { viewer: { id: string }; open: boolean }) => FileView;

/** A message as one of its two parties may see it: the files of an unpaid one are closed, a deleted one is empty. */
export function presentMessage(
  { row, files, boughtAt }: FullMessage,
  viewerId: string,
  presentFile: PresentFile,
): MessageView {
  const isBought = boughtAt !== null;
  const isOpen = isOpenTo(row, viewerId, isBought);
  const shown = row.isDeleted ? [] : files;
  const { tipCents: tipped, tipNote } = row.meta;
  return {
    _id: row.id,
    conversationId: row.conversationId,
    senderId: row.senderId,
    senderSource: row.senderSource,
    type: row.type,
    text: textFor(row, files.length, isOpen),
    fileId: shown[0]?.id ?? null,
    fileIds: shown.map((file) => file.id),
    files: shown.map((file) => presentFile(file, { viewer: { id: viewerId }, open: isOpen })),
    isDeleted: row.isDeleted,
    isSystem: row.isSystem,
    isSale: row.isSale,
    price: row.isSale ? fromCents(row.price) : null,
    isBought,
    boughtAt: boughtAt?.toISOString() ?? null,
    tipAmount: typeof tipped === 'number' ? fromCents(cents(tipped)) : null,
    ...(typeof tipNote === 'string' && { tipNote }),
    // The sender's own mark of it; nobody else can do anything with it.
    clientId: row.senderId === viewerId ? row.clientId : null,
    sequence: row.sequence,
    seenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function textFor(row: FullMessage['row'], fileCount: number, isOpen: boolean): string {
  if (row.isDeleted) return DELETED_TEXT;
  return sellsText(row, fileCount) && !isOpen ? '' : row.text;
}
