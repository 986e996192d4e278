import { waitForRoom } from '../../../errors';
import { groupBy } from '../../../lib/group-by';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { ShowRow } from '../show/entry-service';
import type { createPictureGrants, PictureGrant } from './picture-grants';
import type { PictureDeps } from './picture-deps';

interface GuardDeps extends Pick<PictureDeps, 'streaming' | 'entry' | 'presence' | 'failures'> {
  grants: ReturnType<typeof createPictureGrants>;
}

/**
 * Disconnects viewers and hosts who lost access, and closes sessions of ended shows, whatever the reason and whichever process
 * caused it. Promises.
 */
export function createPictureGuard({ streaming, entry, presence, grants, failures }: GuardDeps) {
  const closing = new Set<Promise<void>>();

  async function closeSession(streamId: string, own: readonly PictureGrant[]): Promise<void> {
    for (const grant of own) grants.remove(grant);
    try {
      for (const sessionId of new Set(own.map((grant) => grant.sessionId)))
        await streaming.end(sessionId).catch(waitForRoom);
    } finally {
      // Ending the session also disconnected the host.
      presence.forgetPicture(streamId);
    }
  }

  async function listLost(show: ShowRow, own: readonly PictureGrant[]): Promise<PictureGrant[]> {
    const lost = await entry.listRefused(show, own);
    const hosts = own.filter(({ as }) => as === 'host');
    return hosts.length === 0 || (await entry.isHostApproved(show)) ? lost : [...lost, ...hosts];
  }

  async function checkShow(show: ShowRow, own: readonly PictureGrant[]): Promise<void> {
    for (const grant of await listLost(show, own)) {
      // If the engine is unreachable, the grant stays, and the next check retries.
      await streaming.remove(grant.sessionId, grant.viewer);
      grants.remove(grant);
    }
  }

  async function listShows() {
    const byShow = groupBy(grants.list(), ({ streamId }) => streamId);
    if (byShow.size === 0) return [];
    const shows = new Map((await entry.findMany([...byShow.keys()])).map((show) => [show.id, show]));
    return [...byShow].map(([streamId, own]) => ({ streamId, own, show: shows.get(streamId) }));
  }

  return {
    async check(): Promise<void> {
      await eachOrThrow(await listShows(), async ({ show, own }) => {
        if (show && show.state !== 'ended') await checkShow(show, own);
      });
    },

    /** Starts to close the sessions of ended shows. One that hands over a recording, which takes long, delays no other. */
    async closeEnded(): Promise<void> {
      for (const { streamId, show, own } of await listShows()) {
        if (show && show.state !== 'ended') continue;
        const work: Promise<void> = closeSession(streamId, own)
          .catch((error: unknown) => failures.report('background', 'stream checks', error))
          .finally(() => closing.delete(work));
        closing.add(work);
      }
    },

    /** Waits for sessions that are being closed. */
    settle: async (): Promise<void> => void (await Promise.all(closing)),
  };
}
