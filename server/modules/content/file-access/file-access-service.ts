import { isPerformer, canLogIn, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import { createTtlCache } from '../../../lib/ttl-cache';
import { createFileAccessRepository, type CreatorVisibility, type FileOfMessage } from './file-access-repository';

/** Milliseconds for which a file once opened stays open, so that the parts of a film cost no query each. Promises A-4. */
const FILE_MEMORY_MS = 10_000;
/** Viewers and files remembered. */
const FILE_MEMORY_SIZE = 20_000;

/** What a viewer may do with a file: have it, see that it is there by its blurred picture, or neither. */
export type FileAccess = 'open' | 'locked' | 'hidden';

/** What one kind of thing that files are part of grants a viewer; an id of null is a guest. */
export type FileRule = (fileId: string, viewer: FileViewer) => Promise<FileAccess>;

interface FileViewer {
  id: string | null;
  country: string | null;
}

/** The strongest access that one of these grants; once one opens the file, the rest is skipped. */
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

/**
 * Who may open a file, and see a creator. Every answer is read from the stored facts: subscriptions, purchases, blocks.
 * Decisions 3.
 *
 * @param itemRule what items grant of the files in them.
 */
export function createFileAccessService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { itemRule }: { itemRule: FileRule },
) {
  const repository = createFileAccessRepository(db);
  const rules: FileRule[] = [readByMessage, itemRule];
  const createMemory = () =>
    createTtlCache<boolean>({
      ttlMs: FILE_MEMORY_MS,
      most: FILE_MEMORY_SIZE,
      now: () => clock.now().getTime(),
      // A refusal is asked again at once: the next moment it may have been paid.
      isWorthKeeping: (isOpen) => isOpen,
    });
  const openFiles = createMemory();
  const openCreators = createMemory();

  const isShownTo = async (performerId: string, viewer: Checking & { id: string | null }): Promise<boolean> =>
    isShown(await repository.findVisibility(performerId, viewer.id), viewer);

  /** Of messages, those they were written to. */
  async function readByMessage(fileId: string, viewer: FileViewer): Promise<FileAccess> {
    return getStrongestAccess(await repository.listMessagesOfFile(fileId, viewer.id), async (row) => {
      const isOpen = isMessageOpen(row, viewer.id);
      if (!isOpen && !(row.isMember && !row.isDeleted)) return 'hidden';
      if (row.isBought && isOpen) return 'open';
      // What was sent is the receiver's.
      if (row.senderSource !== 'user' && !(await isShownTo(row.senderId, { ...viewer, keeps: true }))) return 'hidden';
      return isOpen ? 'open' : 'locked';
    });
  }

  const ask = (fileId: string, viewer: FileViewer): Promise<FileAccess> =>
    getStrongestAccess(rules, (rule) => rule(fileId, viewer));

  async function mayOpen(fileId: string, viewer: FileViewer): Promise<boolean> {
    if (viewer.id !== null) {
      const account = await repository.findViewer(viewer.id);
      if (!account || !canLogIn(account.status)) return false;
      if (account.kind === 'user' && account.roles.includes('admin')) return true;
    }
    return (await ask(fileId, viewer)) === 'open';
  }

  return {
    /** Which of these creators keep the viewer out; no guest, and no administrator. */
    async listBlocking(viewer: Actor | null, performerIds: readonly string[]): Promise<string[]> {
      return viewer && !viewer.isAdmin ? repository.listBlocking(viewer.id, performerIds) : [];
    },

    /**
     * Refuses a viewer whom the creator keeps out, in the words for a creator who does not exist. ux.md PR-8.
     *
     * @param country of the call; null when it cannot be told.
     * @throws AppError ENTITY_NOT_FOUND
     */
    async assertNotBlocked(performerId: string, viewer: Actor | null, country: string | null = null): Promise<void> {
      if (isExempt(viewer, performerId)) return;
      if (!(await isShownTo(performerId, { id: viewer?.id ?? null, country }))) throw new AppError('ENTITY_NOT_FOUND');
    },

    /**
     * Whether a viewer (null: a guest) may have the bytes of a file that is neither public nor their own, now. Who lost
     * it is refused after ten seconds at most.
     */
    canOpenFile: (fileId: string, viewerId: string | null, country: string | null = null): Promise<boolean> =>
      openFiles.get(`${fileId} ${viewerId ?? ''} ${country ?? ''}`, () => mayOpen(fileId, { id: viewerId, country })),

    /** Whether a viewer (null: a guest) may see that a file is there: its blurred picture. Promises A-10. */
    canSeePreview: (fileId: string, viewerId: string | null, country: string | null = null): Promise<boolean> =>
      openFiles.get(
        `preview ${fileId} ${viewerId ?? ''} ${country ?? ''}`,
        async () => (await ask(fileId, { id: viewerId, country })) !== 'hidden',
      ),

    /** Whether a creator keeps a viewer (null: a guest) out, by name or country; for a moment from memory. Promises A-9. */
    keepsOut: (performerId: string, viewerId: string | null, country: string | null): Promise<boolean> =>
      openCreators
        .get(`${performerId} ${viewerId ?? ''} ${country ?? ''}`, async () => {
          const visibility = await repository.findVisibility(performerId, viewerId);
          return !visibility || performerId === viewerId || !isKeptOut(visibility, country);
        })
        .then((isOpen) => !isOpen),
  };
}

/** Blocks hold neither administrators nor creators on their own page. */
const isExempt = (viewer: Actor | null, performerId: string): boolean =>
  viewer !== null && (viewer.isAdmin || (isPerformer(viewer) && viewer.id === performerId));

interface Checking {
  country: string | null;
  /** What is looked at is the viewer's to keep, also when its creator has left. */
  keeps?: boolean;
}

/** Whether a creator is there for a viewer: active, approved, and closed neither to them nor to their country. */
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
