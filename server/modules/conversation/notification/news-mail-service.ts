import type { Tx } from '../../../db/transaction';
import type { JobQueue } from '../../../jobs/queue';
import { composeMail } from '../../../mail/compose-mail';

interface SendNewsDeps {
  jobs: Pick<JobQueue, 'send'>;
  settings: { read(tx: Tx): Promise<{ siteName: string }> };
  env: { WEB_PUBLIC_URL: string };
}

interface News {
  to: string | null | undefined;
  title: string;
  message: string;
  action: { label: string; path: string };
}

export async function sendNews({ jobs, settings, env }: SendNewsDeps, tx: Tx, news: News): Promise<void> {
  const { to, title: subject, message, action } = news;
  if (!to) return;
  const { siteName } = await settings.read(tx);
  const link = { label: action.label, url: `${env.WEB_PUBLIC_URL}${action.path}` };
  const mail = composeMail({ to, siteName, subject, paragraphs: [message], action: link });
  await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
}
