/** A connection that somebody may open, or has opened, to the picture of a show. */
export interface PictureGrant {
  streamId: string;
  sessionId: string;
  /** An account, or a guest's key, as the engine knows them. */
  viewer: string;
  /** Null for a guest. */
  accountId: string | null;
  /** Of the call that asked for it. */
  country: string | null;
  as: 'host' | 'viewer';
}

/** The grants of this process, until they are taken back or their show is over: what was opened with one stays open. */
export function createPictureGrants() {
  const grants = new Map<string, PictureGrant>();
  const getKey = ({ streamId, viewer, as }: PictureGrant) => `${streamId} ${viewer} ${as}`;
  return {
    list: (): PictureGrant[] => [...grants.values()],
    add: (grant: PictureGrant): void => void grants.set(getKey(grant), grant),
    remove: (grant: PictureGrant): void => void grants.delete(getKey(grant)),
  };
}
