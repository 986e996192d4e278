export interface PictureGrant {
  streamId: string;
  sessionId: string;
  /** The account id or a guest's key. */
  viewer: string;
  accountId: string | null;
  country: string | null;
  as: 'host' | 'viewer';
}

/** Access that this process has granted. A grant stays until it is removed, because an open connection stays open. */
export function createPictureGrants() {
  const grants = new Map<string, PictureGrant>();
  const getKey = ({ streamId, viewer, as }: PictureGrant) => `${streamId} ${viewer} ${as}`;
  return {
    list: (): PictureGrant[] => [...grants.values()],
    add: (grant: PictureGrant): void => void grants.set(getKey(grant), grant),
    remove: (grant: PictureGrant): void => void grants.delete(getKey(grant)),
  };
}
