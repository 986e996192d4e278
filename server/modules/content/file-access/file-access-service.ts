import { findOperatorRole, roleMay } from '@contract/base/operator-roles';
import { type Actor, canLogIn, isPerformer, may } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import { createTtlCache } from '../../../lib/ttl-cache';
import {
  createFileAccessRepository,
  type CreatorVisibility,
  type FileAccessRepository,
  type FileOfMessage,
} from './file-access-repository';

/** Granted access is cached this long, so that not every chunk of a video needs a query. Promises A-4. */
const CACHE_TTL_MS = 10_000;
const CACHE_SIZE = 20_000;

/** `locked`: the viewer sees only the blurred preview. `hidden`: not even that. */
export type FileAccess = 'open' | 'locked' | 'hidden';

/** Decides access to a file through the messages, or the items, that contain it. A viewer id of null means a guest. */
export type FileRule = (fileId: string, viewer: FileViewer) => Promise<FileAccess>;

interface FileViewer {
  id: string | null;
  country: string | null;
}

export async function getStrongestAccess<T>(
  all: readonly T[],
  getAccess: (one: T) => Promise<FileAccess>,
): Promise<FileAccess> {
  let strongest: FileAccess = 'hidden';
  for (const one of all) {
    const access = await getAccess(one);
    if (access === 'open') return 'open';
    if (access === 'locked') strongest = 'locked';
  }
  return strongest;
}

export type FileAccessService = ReturnType<typeof createFileAccessService>;

/** Which files and creators a viewer has access to, according to subscriptions, purchases and blocks. Decisions 3. */
export function createFileAccessService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { itemRule }: { itemRule: FileRule },
) {
  const repository = createFileAccessRepository(db);
  const rules: FileRule[] = [(id, viewer) => getMessageFileAccess(repository, id, viewer), itemRule];
  const createCache = () =>
    createTtlCache<boolean>({
      ttlMs: CACHE_TTL_MS,
      most: CACHE_SIZE,
      now: () => clock.now().getTime(),
      // A denial is not cached, because the viewer may pay at any moment.
      isWorthKeeping: (isOpen) => isOpen,
    });
  const openFiles = createCache();
  const openCreators = createCache();

  const getAccess = (fileId: string, viewer: FileViewer): Promise<FileAccess> =>
    getStrongestAccess(rules, (rule) => rule(fileId, viewer));

  async function canOpen(fileId: string, viewer: FileViewer): Promise<boolean> {
    if (viewer.id !== null) {
      const account = await repository.findViewer(viewer.id);
      if (!account || !canLogIn(account.status)) return false;
      if (roleMay(findOperatorRole(account.roles), 'moderateContent')) return true;
    }
    return (await getAccess(fileId, viewer)) === 'open';
  }

  return {
    /** @returns the creators that block the viewer; none for guests and administrators */
    async listBlocking(viewer: Actor | null, performerIds: readonly string[]): Promise<string[]> {
      return viewer && !may(viewer, 'moderateContent') ? repository.listBlocking(viewer.id, performerIds) : [];
    },

    /**
     * For a viewer whom a creator blocks, the creator does not exist. ux.md PR-8.
     *
     * @param country null if unknown
     * @throws AppError ENTITY_NOT_FOUND
     */
    async assertNotBlocked(performerId: string, viewer: Actor | null, country: string | null = null): Promise<void> {
      if (isExempt(viewer, performerId)) return;
      if (!(await isShownTo(repository, performerId, { id: viewer?.id ?? null, country })))
        throw new AppError('ENTITY_NOT_FOUND');
    },

    /**
     * Decides whether a viewer can download a file that is neither public nor their own. Lost access ends within ten seconds.
     *
     * @param viewerId null for a guest
     */
    canOpenFile: (fileId: string, viewerId: string | null, country: string | null = null): Promise<boolean> =>
      openFiles.get(`${fileId} ${viewerId ?? ''} ${country ?? ''}`, () => canOpen(fileId, { id: viewerId, country })),

    /** @param viewerId null for a guest. Promises A-10. */
    canSeePreview: (fileId: string, viewerId: string | null, country: string | null = null): Promise<boolean> =>
      openFiles.get(
        `preview ${fileId} ${viewerId ?? ''} ${country ?? ''}`,
        async () => (await getAccess(fileId, { id: viewerId, country })) !== 'hidden',
      ),

    /** True if the creator blocks the viewer (null: a guest), individually or by country. Cached for 10 s. Promises A-9. */
    blocksViewer: (performerId: string, viewerId: string | null, country: string | null): Promise<boolean> =>
      openCreators
        .get(`${performerId} ${viewerId ?? ''} ${country ?? ''}`, async () => {
          const visibility = await repository.findVisibility(performerId, viewerId);
          return !visibility || performerId === viewerId || !isKeptOut(visibility, country);
        })
        .then((isOpen) => !isOpen),
  };
}

const isShownTo = async (
  repository: FileAccessRepository,
  performerId: string,
  viewer: Checking & { id: string | null },
): Promise<boolean> => isShown(await repository.findVisibility(performerId, viewer.id), viewer);

/** Members of a conversation have access to the files of its messages. */
async function getMessageFileAccess(
  repository: FileAccessRepository,
  fileId: string,
  viewer: FileViewer,
): Promise<FileAccess> {
  return getStrongestAccess(await repository.listMessagesOfFile(fileId, viewer.id), async (row) => {
    const isOpen = isMessageOpen(row, viewer.id);
    if (!isOpen && !(row.isMember && !row.isDeleted)) return 'hidden';
    if (row.isBought && isOpen) return 'open';
    // A recipient keeps access to files that were sent to them, even if their sender is no longer shown.
    if (row.senderSource !== 'user' && !(await isShownTo(repository, row.senderId, { ...viewer, keeps: true })))
      return 'hidden';
    return isOpen ? 'open' : 'locked';
  });
}

/** Administrators cannot be blocked, nor creators on their own page. */
const isExempt = (viewer: Actor | null, performerId: string): boolean =>
  viewer !== null && (may(viewer, 'moderateContent') || (isPerformer(viewer) && viewer.id === performerId));

interface Checking {
  country: string | null;
  /** True if the viewer keeps access even after the creator has left. */
  keeps?: boolean;
}

function isShown(visibility: CreatorVisibility | null, { country, keeps = false }: Checking): boolean {
  if (!visibility || isKeptOut(visibility, country)) return false;
  const hasLeft = ['closing', 'erasing', 'deleted'].includes(visibility.status);
  const isActive = visibility.status === 'active';
  return (isActive && visibility.isApproved) || (keeps && (hasLeft || isActive));
}

const isKeptOut = ({ isBlocked, countries }: CreatorVisibility, country: string | null): boolean =>
  isBlocked || (country !== null && countries.includes(country));

function isMessageOpen(row: FileOfMessage, viewerId: string | null): boolean {
  if (!row.isMember && row.conversationType !== 'stream_public') return false;
  if (row.isDeleted && !row.isBought) return false;
  return row.senderId === viewerId || row.isBought || !row.isSale || row.price === 0;
}
