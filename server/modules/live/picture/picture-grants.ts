import { isGuestKey } from '../../../lib/guest-key';

export interface PictureGrant {
  streamId: string;
  sessionId: string;
  /** The account id or a guest's key. */
  viewer: string;
  accountId: string | null;
  country: string | null;
  as: 'host' | 'viewer';
}

interface Kept extends PictureGrant {
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * Grants of this process. Those of accounts stay until removed, because a connection that was opened stays open. Guests get a
 * new key with each access, so theirs are dropped after it.
 */
export function createPictureGrants({ now, guestMs }: { now(): number; guestMs: number }) {
  const grants = new Map<string, Kept>();
  const getKey = ({ streamId, viewer, as }: PictureGrant) => `${streamId} ${viewer} ${as}`;
  const toKept = (grant: PictureGrant): Kept => ({
    ...grant,
    until: isGuestKey(grant.viewer) ? now() + guestMs : Infinity,
  });

  return {
    list: (): PictureGrant[] => [...grants.values()],
    add: (grant: PictureGrant): void => void grants.set(getKey(grant), toKept(grant)),
    remove: (grant: PictureGrant): void => void grants.delete(getKey(grant)),

    /** Drops those of guests that have expired, then adds unknown ones. */
    replaceExpired(connected: readonly PictureGrant[]): void {
      for (const [key, { until }] of grants) if (until <= now()) grants.delete(key);
      for (const grant of connected) if (!grants.has(getKey(grant))) grants.set(getKey(grant), toKept(grant));
    },
  };
}
