import { defaultMails } from '@contract/base/limits';
import type { Tx } from '../../../db/transaction';
import { getNewsKind, type NewsKind } from '../../../lib/news-kind';
import { emailDigestRepository } from './email-digest-repository';

/** Delays until news is mailed, so that news in quick succession shares one mail, and people on the site can read it before. */
const NOTIFICATION_DELAY_MS = 2 * 60 * 1000;
const MESSAGE_DELAY_MS = 5 * 60 * 1000;
/** Older rows are marked without a mail, for example after a long outage. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** `account` mails are about changes to paid access, so they cannot be turned off. */
export type MailKind = keyof typeof defaultMails | 'account';

export interface News {
  userId: string;
  kind: MailKind;
  line: string;
}

interface Batch {
  now: Date;
  limit: number;
}

interface Taken {
  news: News[];
  /** Number of rows, including those that need no mail. */
  taken: number;
}

export async function takeNotifications({ now, limit }: Batch, tx: Tx): Promise<Taken> {
  const rows = await emailDigestRepository.takeNotifications(before(now, NOTIFICATION_DELAY_MS), now, limit, tx);
  const news = rows
    .filter((row) => !row.isRead && !row.isBlocked && row.createdAt > before(now, MAX_AGE_MS))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap((row) => {
      const kind = getMailKind(row);
      const line = [row.title, row.message].filter(Boolean).join(': ');
      return kind === null ? [] : [{ userId: row.userId, kind, line }];
    });
  return { news, taken: rows.length };
}

export async function takeMessages({ now, limit }: Batch, tx: Tx): Promise<Taken> {
  const rows = await emailDigestRepository.takeConversations(before(now, MESSAGE_DELAY_MS), limit, tx);
  const news = rows
    .filter((row) => row.at > before(now, MAX_AGE_MS))
    // Never contains the text: other people may read a mailbox, and some messages are sold.
    .map(({ userId, unread, name }) => ({
      userId,
      kind: 'messages' as const,
      line: unread === 1 ? `${name} sent you a message.` : `${name} sent you ${unread} messages.`,
    }));
  return { news, taken: rows.length };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const isMailed = (kind: NewsKind): kind is keyof typeof defaultMails => Object.hasOwn(defaultMails, kind);

/** @returns null for notifications about which there is already a mail, or that need none */
function getMailKind(row: { type: string; action: string }): MailKind | null {
  // Sent when a creator blocks or unblocks a paying fan.
  if (row.type === 'payment' && ['access-closed', 'access-opened'].includes(row.action)) return 'account';
  const kind = getNewsKind(row);
  return isMailed(kind) ? kind : null;
}
