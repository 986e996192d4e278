import { defaultMails } from '@contract/base/limits';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { composeMail } from '../../../mail/compose-mail';
import type { UnsubscribeService } from '../../identity/account/unsubscribe-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { emailDigestRepository } from './email-digest-repository';

/** Delays, so that news in quick succession share one mail and people on the site read them first. */
const NOTIFICATION_DELAY_MS = 2 * 60 * 1000;
const MESSAGE_DELAY_MS = 5 * 60 * 1000;
/** Older rows are marked without a mail, for example after a long outage. */
const MAX_AGE_MS = 24 * 3600 * 1000;
const ROWS_PER_TRANSACTION = 500;
/** The mail counts further lines without listing them. */
const MAX_LINES_PER_MAIL = 10;

/** `account` mails report changes to paid access, so they cannot be switched off. */
type MailKind = keyof typeof defaultMails | 'account';

interface News {
  userId: string;
  kind: MailKind;
  line: string;
}

/** Mails accounts what happened while they were offline, according to their mail preferences. Ux AS-8. */
export function createEmailDigestService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { settings, unsubscribe }: { settings: SettingsService; unsubscribe: UnsubscribeService },
) {
  async function takeNotifications(now: Date, tx: Tx): Promise<{ news: News[]; taken: number }> {
    const rows = await emailDigestRepository.takeNotifications(
      before(now, NOTIFICATION_DELAY_MS),
      now,
      ROWS_PER_TRANSACTION,
      tx,
    );
    const news = rows
      .filter((row) => !row.isRead && !row.isBlocked && row.createdAt > before(now, MAX_AGE_MS))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .flatMap((row) => {
        const kind = getKind(row);
        const line = [row.title, row.message].filter(Boolean).join(': ');
        return kind === null ? [] : [{ userId: row.userId, kind, line }];
      });
    return { news, taken: rows.length };
  }

  async function takeMessages(now: Date, tx: Tx): Promise<{ news: News[]; taken: number }> {
    const rows = await emailDigestRepository.takeConversations(before(now, MESSAGE_DELAY_MS), ROWS_PER_TRANSACTION, tx);
    const news = rows
      .filter((row) => row.at > before(now, MAX_AGE_MS))
      // Never the text: other people can read a mailbox, and some messages are sold.
      .map(({ userId, unread, name }) => ({
        userId,
        kind: 'messages' as const,
        line: unread === 1 ? `${name} sent you a message.` : `${name} sent you ${unread} messages.`,
      }));
    return { news, taken: rows.length };
  }

  async function sendMails(news: News[], tx: Tx): Promise<void> {
    if (news.length === 0) return;
    const people = await emailDigestRepository.listReachable([...new Set(news.map(({ userId }) => userId))], tx);
    const { siteName } = await settings.read(tx);
    for (const { id, kind, email, choices } of people) {
      const wants: Record<MailKind, boolean> = { ...defaultMails, ...choices, account: true };
      const lines = news.filter((one) => one.userId === id && wants[one.kind]).map(({ line }) => line);
      if (lines.length === 0 || email === null) continue;
      const more = lines.length - MAX_LINES_PER_MAIL;
      const account = kind === 'performer' ? '/creator/account' : '/user/account';
      const mail = composeMail({
        to: email,
        siteName,
        subject: lines.length === 1 ? (lines[0] ?? '') : `${lines.length} new notifications on ${siteName}`,
        paragraphs: [...lines.slice(0, MAX_LINES_PER_MAIL), ...(more > 0 ? [`And ${more} more.`] : [])],
        action: { label: `Open ${siteName}`, url: `${env.WEB_PUBLIC_URL}/notification` },
        headers: unsubscribe.headers(id),
        footnote: { label: 'Choose which emails you get', url: `${env.WEB_PUBLIC_URL}${account}` },
      });
      await jobs.send('send-mail', { kind: 'digest', ...mail }, { tx });
    }
  }

  return {
    /** A job calls this every minute. */
    async run(): Promise<void> {
      for (;;) {
        const taken = await inTransaction(db, async (tx) => {
          const now = clock.now();
          const notifications = await takeNotifications(now, tx);
          const messages = await takeMessages(now, tx);
          await sendMails([...notifications.news, ...messages.news], tx);
          return Math.max(notifications.taken, messages.taken);
        });
        if (taken < ROWS_PER_TRANSACTION) return;
      }
    },
  };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** @returns null for notifications that have a mail of their own or need none */
function getKind({ type, action }: { type: string; action: string }): MailKind | null {
  switch (type) {
    case 'tipped':
      return 'tips';
    case 'liked':
      return 'likes';
    case 'comment':
      return 'comments';
    case 'stream':
      return 'live';
    case 'feed':
    case 'video':
    case 'gallery':
      return action === 'created' ? 'posts' : null;
    case 'payment':
      // Sent when a creator blocks or unblocks a paying fan.
      if (action === 'access-closed' || action === 'access-opened') return 'account';
      if (action === 'subscribe') return 'subscriptions';
      return action === 'sale' ? 'sales' : null;
    case 'performer':
      if (action === 'subscribe') return 'subscriptions';
      return action === 'follow' ? 'follows' : null;
    default:
      return null;
  }
}
