import { isGuestKey } from '../../../lib/guest-key';
import type { ShowRow } from '../show/entry-service';
import type { PictureDeps } from './picture-deps';
import type { createPictureGrants, PictureGrant } from './picture-grants';

interface AdoptDeps extends Pick<PictureDeps, 'streaming' | 'entry'> {
  grants: ReturnType<typeof createPictureGrants>;
}

/**
 * Adds grants for people whom the engine has connected without one of this process: it may have restarted, LiveKit renews tokens
 * by itself, and the embedded engine also serves other processes. Sessions of ended shows are then closed, too.
 */
export async function adoptConnected({ streaming, entry, grants }: AdoptDeps): Promise<void> {
  const connected = await streaming.listConnected();
  const shows = new Map<string, ShowRow>();
  for (const sessionId of new Set(connected.map((one) => one.sessionId))) {
    const found = await entry.findBySession(sessionId);
    if (found) shows.set(sessionId, found.show);
  }
  grants.replaceExpired(
    connected.flatMap(({ sessionId, viewer }) => {
      const show = shows.get(sessionId);
      return show ? toGrant(show, viewer) : [];
    }),
  );
}

/** The country of the request is not known any more; a renewed access has it again. */
const toGrant = ({ id: streamId, sessionId, performerId }: ShowRow, viewer: string): PictureGrant => ({
  streamId,
  sessionId,
  viewer,
  accountId: isGuestKey(viewer) ? null : viewer,
  country: null,
  as: viewer === performerId ? 'host' : 'viewer',
});
