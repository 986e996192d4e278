import { groupBy } from '../../../lib/group-by';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { ShowRow } from '../show/entry-service';
import type { createPictureGrants, PictureGrant } from './picture-grants';
import type { PictureDeps } from './picture-deps';

interface GuardDeps extends Pick<PictureDeps, 'streaming' | 'entry' | 'presence'> {
  grants: ReturnType<typeof createPictureGrants>;
}

/**
 * Takes the picture from those who may not see or send it any more, and closes sessions whose show is over, whatever did it and whichever
 * process. Promises.
 */
export function createPictureGuard({ streaming, entry, presence, grants }: GuardDeps) {
  async function closeSession(streamId: string, own: readonly PictureGrant[]): Promise<void> {
    for (const grant of own) grants.remove(grant);
    presence.forgetPicture(streamId);
    for (const sessionId of new Set(own.map((grant) => grant.sessionId))) await streaming.end(sessionId);
  }

  async function listLost(show: ShowRow, own: readonly PictureGrant[]): Promise<PictureGrant[]> {
    const lost = await entry.listRefused(show, own);
    const hosts = own.filter(({ as }) => as === 'host');
    return hosts.length === 0 || (await entry.isHostApproved(show)) ? lost : [...lost, ...hosts];
  }

  async function checkShow(show: ShowRow, own: readonly PictureGrant[]): Promise<void> {
    for (const grant of await listLost(show, own)) {
      // Kept where the engine cannot be reached: the next check asks again.
      await streaming.remove(grant.sessionId, grant.viewer);
      grants.remove(grant);
    }
  }

  return {
    /** Checks all shows to which this process let anybody. */
    async check(): Promise<void> {
      const byShow = groupBy(grants.list(), ({ streamId }) => streamId);
      if (byShow.size === 0) return;
      const shows = new Map((await entry.findMany([...byShow.keys()])).map((show) => [show.id, show]));
      await eachOrThrow([...byShow], async ([streamId, own]) => {
        const show = shows.get(streamId);
        await (show && show.state !== 'ended' ? checkShow(show, own) : closeSession(streamId, own));
      });
    },
  };
}
