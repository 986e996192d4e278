import type { DecisionText } from '@contract/content/decision-texts';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { sendNews } from '../../conversation/notification/news-mail-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { TakedownRow } from './takedown-repository';

export interface OwnerNotices extends Pick<ServerContext, 'jobs' | 'env'> {
  notification: Pick<NotificationService, 'add'>;
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
}

interface Notice {
  action: 'content-removed' | 'content-restored' | 'appeal-decided';
  text: DecisionText;
}

/** Page of the web app with removed content and appeals. */
const REMOVED_PATH = '/notification/removed';

/** By notification and by mail, which cannot be switched off: the law asks for it. */
export async function notifyOwner(
  deps: OwnerNotices,
  { id, ownerId, title }: Pick<TakedownRow, 'id' | 'ownerId' | 'title'>,
  { action, text }: Notice,
  tx: Tx,
): Promise<void> {
  await deps.notification.add(tx, {
    userId: ownerId,
    type: 'account',
    action,
    ...text,
    refId: id,
    refSource: 'takedown',
    reference: { _id: id, title },
  });
  const owner = await deps.people.find(ownerId, tx);
  const label = action === 'content-removed' ? 'See why, and appeal' : 'See the decision';
  await sendNews(deps, tx, { to: owner?.account.email, ...text, action: { label, path: REMOVED_PATH } });
}
