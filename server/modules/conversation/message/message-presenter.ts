import type { z } from 'zod';
import type { Message } from '@contract/conversation/message-entities';
import { takeGraphemes } from '@contract/base/graphemes';
import { limits } from '@contract/base/limits';
import { cents, fromCents, type Cents } from '@contract/base/money';
import { moneyText } from '../../../mail/compose-mail';
import type { FileView } from '../../site/media/media-service';
import { isOpenTo } from './message-policy';
import { DELETED_TEXT, type FileRow, type FullMessage, type MessageRow } from './message-repository';

export type MessageView = z.input<typeof Message>;

export type PresentFile = (file: FileRow, options: { viewer: { id: string }; open: boolean }) => FileView;

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
    text: getText(row, files.length, isOpen),
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
    ...(typeof tipNote === 'string' && !row.isDeleted && { tipNote }),
    // Only the sender gets to see this id.
    clientId: row.senderId === viewerId ? row.clientId : null,
    sequence: row.sequence,
    seenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function getText(row: FullMessage['row'], fileCount: number, isOpen: boolean): string {
  if (row.isDeleted) return DELETED_TEXT;
  return sellsText(row, fileCount) && !isOpen ? '' : row.text;
}

const TYPE_BY_KIND = { image: 'photo', video: 'video', audio: 'audio' } as const;
const NAME_BY_TYPE = { photo: 'Photo', video: 'Video', audio: 'Audio', text: '', tip: '', notify: '' } as const;

/** Null if a file is not an image, video or audio. */
export function getTypeOfFiles(files: readonly Pick<FileRow, 'kind'>[]): 'text' | 'photo' | 'video' | 'audio' | null {
  const types = files.map(({ kind }) =>
    kind in TYPE_BY_KIND ? TYPE_BY_KIND[kind as keyof typeof TYPE_BY_KIND] : null,
  );
  return types.includes(null) ? null : (types[0] ?? 'text');
}

/** A message with a price sells its files, and its text is visible. Without files, it sells its text. */
const sellsText = (message: { isSale: boolean }, fileCount: number): boolean => message.isSale && fileCount === 0;

/** The preview of a conversation never shows a text that is for sale, because both members see it. */
export function toPreview(message: Pick<MessageRow, 'type' | 'text' | 'isSale'>, fileCount: number): string {
  if (sellsText(message, fileCount)) return 'Paid message';
  const text = message.text.trim() || NAME_BY_TYPE[message.type];
  return takeGraphemes(text, limits.lastMessagePreview);
}

/** The note is on a separate line. Wire contract 3.18. */
export const formatTip = ({ name, amount, note }: { name: string; amount: Cents; note: string }): string =>
  `${name} tipped ${moneyText(amount)}${note && `\n${note}`}`;
