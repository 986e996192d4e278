import { limits } from '@contract/base/limits';
import { fromCents, type Cents } from '@contract/base/money';
import type { FileRow, MessageRow } from './message-repository';

/** What stands in place of a message that was taken back. Specification 3. */
export const DELETED_TEXT = 'Message deleted';

const typeOfKind = { image: 'photo', video: 'video', audio: 'audio' } as const;
const nameOfType = { photo: 'Photo', video: 'Video', audio: 'Audio', text: '', tip: '', notify: '' } as const;

/** The message type that files make; null when one of them is neither picture, film nor sound. */
export function typeOfFiles(files: readonly Pick<FileRow, 'kind'>[]): 'text' | 'photo' | 'video' | 'audio' | null {
  const types = files.map(({ kind }) => (kind in typeOfKind ? typeOfKind[kind as keyof typeof typeOfKind] : null));
  return types.includes(null) ? null : (types[0] ?? 'text');
}

/** A priced message sells its files, its text says what they are; without files the text itself is what is sold. */
export const sellsText = (message: { isSale: boolean }, fileCount: number): boolean =>
  message.isSale && fileCount === 0;

/** What both sides see of the newest message in the list of conversations: never more than is free to read. */
export function previewOf(message: Pick<MessageRow, 'type' | 'text' | 'isSale'>, fileCount: number): string {
  if (sellsText(message, fileCount)) return 'Paid message';
  const text = message.text.trim() || nameOfType[message.type];
  return Array.from(text).slice(0, limits.lastMessagePreview).join('');
}

/** Sender's name and amount, and on a line of its own what they wrote along. Wire contract 3.18. */
export const tipText = ({ name, amount, note }: { name: string; amount: Cents; note: string }): string =>
  `${name} tipped $${fromCents(amount).toFixed(2)}${note && `\n${note}`}`;
