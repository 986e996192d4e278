import { defaultMails } from '@contract/base/limits';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { composeMail } from '../../../mail/compose-mail';
import type { UnsubscribeService } from '../../identity/account/unsubscribe-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { emailDigestRepository } from './email-digest-repository';

/** Milliseconds: what comes shortly after each other goes into one mail, and whoever is here may see it first. */
const NOTIFICATION_REST_MS = 2 * 60 * 1000;
const MESSAGE_REST_MS = 5 * 60 * 1000;
/** Milliseconds: what is older is no news, as after a time when the server was down. */
const TOO_OLD_MS = 24 * 3600 * 1000;
/** Rows a transaction. */
const AT_A_TIME = 500;
/** Lines of one mail; what is more is counted. */
const MOST_LINES = 10;

/** `account` is what nobody can switch off: what becomes of what they paid for. */
type MailKind = keyof typeof defaultMails | 'account';

interface News {
  userId: string;
  kind: MailKind;
  /** One sentence. */
  line: string;
}

/** Mails people what happened while they were away, as far as they want it. Ux AS-8. */
export function createEmailDigestService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { settings, unsubscribe }: { settings: SettingsService; unsubscribe: UnsubscribeService },
) {
  async function takeNotifications(now: Date, tx: Tx): Promise<{ news: News[]; taken: number }> {
    const rows = await emailDigestRepository.takeNotifications(before(now, NOTIFICATION_REST_MS), now, AT_A_TIME, tx);
    const news = rows
      .filter((row) => !row.isRead && !row.isBlocked && row.createdAt > before(now, TOO_OLD_MS))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .flatMap((row) => {
        const kind = getKind(row);
        const line = [row.title, row.message].filter(Boolean).join(': ');
        return kind === null ? [] : [{ userId: row.userId, kind, line }];
      });
    return { news, taken: rows.length };
  }

  async function takeMessages(now: Date, tx: Tx): Promise<{ news: News[]; taken: number }> {
    const rows = await emailDigestRepository.takeConversations(before(now, MESSAGE_REST_MS), AT_A_TIME, tx);
    const news = rows
      .filter((row) => row.at > before(now, TOO_OLD_MS))
      // Never the text: mailboxes are read by others, and some messages are sold.
      .map(({ userId, unread, name }) => ({
        userId,
        kind: 'messages' as const,
        line: unread === 1 ? `${name} sent you a message.` : `${name} sent you ${unread} messages.`,
      }));
    return { news, taken: rows.length };
  }

  /** One mail a person; the newest line of it last. */
  async function sendMails(news: News[], tx: Tx): Promise<void> {
    if (news.length === 0) return;
    const people = await emailDigestRepository.listReachable([...new Set(news.map(({ userId }) => userId))], tx);
    const { siteName } = await settings.read(tx);
    for (const { id, kind, email, choices } of people) {
      const wants: Record<MailKind, boolean> = { ...defaultMails, ...choices, account: true };
      const lines = news.filter((one) => one.userId === id && wants[one.kind]).map(({ line }) => line);
      if (lines.length === 0 || email === null) continue;
      const more = lines.length - MOST_LINES;
      const account = kind === 'performer' ? '/creator/account' : '/user/account';
      const mail = composeMail({
        to: email,
        siteName,
        subject: lines.length === 1 ? (lines[0] ?? '') : `${lines.length} new notifications on ${siteName}`,
        paragraphs: [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`And ${more} more.`] : [])],
        action: { label: `Open ${siteName}`, url: `${env.WEB_PUBLIC_URL}/notification` },
        headers: unsubscribe.headers(id),
        footnote: { label: 'Choose which emails you get', url: `${env.WEB_PUBLIC_URL}${account}` },
      });
      await jobs.send('send-mail', { kind: 'digest', ...mail }, { tx });
    }
  }

  return {
    /** One mail a person for all that has come since. A job does so every minute. */
    async run(): Promise<void> {
      for (;;) {
        const taken = await inTransaction(db, async (tx) => {
          const now = clock.now();
          const notifications = await takeNotifications(now, tx);
          const messages = await takeMessages(now, tx);
          await sendMails([...notifications.news, ...messages.news], tx);
          return Math.max(notifications.taken, messages.taken);
        });
        if (taken < AT_A_TIME) return;
      }
    },
  };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Which choice of mails a notification falls under; null for those that have a mail of their own or need none. */
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
      // Of a creator who blocks or unblocks a paying fan.
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
