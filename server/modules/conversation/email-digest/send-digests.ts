import { defaultMails } from '@contract/base/limits';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { composeMail } from '../../../mail/compose-mail';
import type { UnsubscribeService } from '../../identity/account/unsubscribe-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { emailDigestRepository } from './email-digest-repository';
import type { MailKind, News } from './unmailed-news';

/** Further lines are only counted in the mail. */
const MAX_LINES_PER_MAIL = 10;

export interface DigestDeps extends Pick<ServerContext, 'env' | 'jobs'> {
  settings: SettingsService;
  unsubscribe: UnsubscribeService;
}

/** Sends one mail to each account that wants some of this news. */
export async function sendDigests(
  { env, jobs, settings, unsubscribe }: DigestDeps,
  news: readonly News[],
  tx: Tx,
): Promise<void> {
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
      footnote: { label: 'Choose which emails you get', url: `${env.WEB_PUBLIC_URL}${account}?section=notifications` },
    });
    await jobs.send('send-mail', { kind: 'digest', ...mail }, { tx });
  }
}
