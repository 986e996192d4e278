import { defaultMails } from '@contract/base/limits';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { SettingsService } from '../../site/settings/settings-service';
import { kindOf, type MailKind } from './notice-kinds';
import { noticeMail } from './notice-mails';
import { createNoticeMailRepository } from './notice-mail-repository';

/** Milliseconds: what comes shortly after each other goes into one mail, and whoever is here may see it first. */
const NOTIFICATION_REST_MS = 2 * 60 * 1000;
const MESSAGE_REST_MS = 5 * 60 * 1000;
/** Milliseconds: what is older is no news, as after a time when the server was down. */
const TOO_OLD_MS = 24 * 3600 * 1000;
/** Rows a transaction. */
const AT_A_TIME = 500;

interface News {
  userId: string;
  kind: MailKind;
  line: string;
}

/** Mails people what happened while they were away, as far as they want it. Ux AS-8. */
export function createNoticeMailService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { settings }: { settings: SettingsService },
) {
  const repository = createNoticeMailRepository();

  async function takeNotifications(now: Date, tx: Tx): Promise<{ news: News[]; taken: number }> {
    const rows = await repository.takeNotifications(before(now, NOTIFICATION_REST_MS), now, AT_A_TIME, tx);
    const news = rows
      .filter((row) => !row.isRead && !row.isBlocked && row.createdAt > before(now, TOO_OLD_MS))
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .flatMap((row) => {
        const kind = kindOf(row);
        return kind === null ? [] : [{ userId: row.userId, kind, line: joinTexts(row.title, row.message) }];
      });
    return { news, taken: rows.length };
  }

  async function takeMessages(now: Date, tx: Tx): Promise<{ news: News[]; taken: number }> {
    const rows = await repository.takeConversations(before(now, MESSAGE_REST_MS), AT_A_TIME, tx);
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

  async function mail(news: News[], tx: Tx): Promise<void> {
    if (news.length === 0) return;
    const people = await repository.listReachable([...new Set(news.map(({ userId }) => userId))], tx);
    const { siteName } = await settings.read(tx);
    for (const { id, kind, email, choices } of people) {
      const wants = { ...defaultMails, ...choices };
      const lines = news.filter((one) => one.userId === id && wants[one.kind]).map(({ line }) => line);
      if (lines.length === 0 || email === null) continue;
      const account = kind === 'performer' ? '/creator/account' : '/user/account';
      const urls = { url: `${env.WEB_PUBLIC_URL}/notification`, choicesUrl: `${env.WEB_PUBLIC_URL}${account}` };
      await jobs.send('send-mail', noticeMail({ siteName, to: email, lines, ...urls }), { tx });
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
          await mail([...notifications.news, ...messages.news], tx);
          return Math.max(notifications.taken, messages.taken);
        });
        if (taken < AT_A_TIME) return;
      }
    },
  };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const joinTexts = (title: string, message: string) => [title, message].filter(Boolean).join(': ');
