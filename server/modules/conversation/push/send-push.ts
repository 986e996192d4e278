import { defaultPushes } from '@contract/base/limits';
import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/job-data';
import type { NewsKind } from '../../../lib/news-kind';
import type { SettingsService } from '../../site/settings/settings-service';
import { toPushMessage } from './push-news';
import type { PushKeys } from './push-keys';
import type { PushRepository } from './push-repository';
import { isQuiet } from './quiet-hours';

export interface SendPushDeps extends Pick<ServerContext, 'clock' | 'jobs' | 'gateways'> {
  repository: PushRepository;
  keys: PushKeys;
  settings: Pick<SettingsService, 'read'>;
}

/** Job `push-news`. A job of its own for each device, so that only those that fail are repeated. */
export async function pushNews(
  { repository, clock, jobs, settings }: SendPushDeps,
  { accountIds, news }: JobData['push-news'],
): Promise<void> {
  const { siteName } = await settings.read();
  const message = toPushMessage(news, siteName);
  const now = clock.now();
  if (now >= new Date(message.until)) return;
  for (const { id, preferences, quietHours } of await repository.listDue(accountIds, news)) {
    const wants: Record<NewsKind, boolean> = { ...defaultPushes, ...preferences, account: true };
    if (wants[news.kind] && !isQuiet(quietHours, now)) await jobs.send('send-push', { subscriptionId: id, message });
  }
}

/** Job `send-push`. @throws Error if it has to be tried again */
export async function sendPush(
  { repository, keys, clock, jobs, gateways }: SendPushDeps,
  { subscriptionId, message }: JobData['send-push'],
): Promise<void> {
  const subscription = await repository.find(subscriptionId);
  const now = clock.now();
  const ttlSeconds = Math.floor((Date.parse(message.until) - now.getTime()) / 1000);
  if (!subscription || ttlSeconds <= 0) return;
  const { payload, urgency, topic } = message;
  const options = { keys: await keys.read(), ttlSeconds, urgency, topic };
  const result = await gateways.push.send(subscription, payload, options);
  if (result.is === 'sent') return repository.recordSuccess(subscriptionId, now);
  if (result.is === 'gone') return repository.removeById(subscriptionId);
  const runAt = new Date(now.getTime() + result.seconds * 1000);
  return jobs.send('send-push', { subscriptionId, message }, { runAt });
}
