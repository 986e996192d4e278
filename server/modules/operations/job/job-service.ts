import { inArray } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { accounts } from '../../../db/schema/accounts';
import type { MediaService } from '../../site/media/media-service';
import type { SubscriptionService } from '../../money/subscription/subscription-service';

interface JobDeps {
  media: Pick<MediaService, 'listSetAside'>;
  subscription: Pick<SubscriptionService, 'readRenewals'>;
}

/** The state of background work, as operators see it. */
export function createJobService({ db, jobs }: Pick<ServerContext, 'db' | 'jobs'>, { media, subscription }: JobDeps) {
  async function listFiles(): Promise<EndpointReply<'getJobs'>['files']> {
    const files = await media.listSetAside();
    const ids = [...new Set(files.map(({ ownerId }) => ownerId))];
    const owners = ids.length === 0 ? [] : await db.select().from(accounts).where(inArray(accounts.id, ids));
    const names = new Map(owners.map(({ id, name }) => [id, name]));
    return files.map(({ id, type, name, ownerId, failure, updatedAt }) => ({
      _id: id,
      type,
      name,
      ownerName: names.get(ownerId) ?? '',
      failure,
      setAsideAt: updatedAt.toISOString(),
    }));
  }

  return {
    async read(): Promise<EndpointReply<'getJobs'>> {
      const [failed, { waiting }, renewals, files] = await Promise.all([
        jobs.listFailed(),
        jobs.counts(),
        subscription.readRenewals(),
        listFiles(),
      ]);
      return {
        waiting,
        failed: failed.map(({ id, failedAt, ...job }) => ({ ...job, _id: id, failedAt: failedAt.toISOString() })),
        renewals: renewals.map(({ nextTry, ...row }) => ({ ...row, nextTry: nextTry?.toISOString() ?? null })),
        files,
      };
    },
  };
}
