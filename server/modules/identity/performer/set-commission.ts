import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PeopleService } from '../people/people-service';
import { commissionMail } from './performer-mails';
import type { PerformerRepository } from './performer-repository';

interface CommissionDeps extends Pick<ServerContext, 'db' | 'env' | 'jobs'> {
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
  repository: Pick<PerformerRepository, 'lock' | 'update'>;
}

/**
 * Counts for sales from now on. The creator learns of it by email.
 *
 * @param commission fraction 0..1; null follows the site's setting
 * @throws AppError ENTITY_NOT_FOUND unless it is a creator
 */
export async function setCommission(
  { db, env, jobs, people, settings, repository }: CommissionDeps,
  id: string,
  { commission, reason }: { commission: number | null; reason: string },
  by: Operator,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { commission: before } = requireFound(await repository.lock(id, tx));
    await repository.update(id, { commission }, tx);
    const { account } = requireFound(await people.find(id, tx));
    const { siteName, commission: common } = await settings.read(tx);
    if (account.email && commission !== before) {
      const url = `${env.WEB_PUBLIC_URL}/creator/earning`;
      const mail = commissionMail({ siteName, to: account.email, url, commission: commission ?? common });
      await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
    }
    const details = { before, after: commission, reason };
    await recordAct(tx, by, { act: 'commission.changed', subject: { kind: 'creator', id }, details });
  });
}
