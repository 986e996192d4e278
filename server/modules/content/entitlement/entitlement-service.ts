import { isPerformer, mayEnter, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { createTtlCache } from '../../../lib/ttl-cache';
import { contentAccess } from './content-access';
import {
  createEntitlementRepository,
  type CreatorStanding,
  type FileOfFeed,
  type FileOfMessage,
} from './entitlement-repository';

export { contentAccess, type Access } from './content-access';

/** Milliseconds for which a file once opened stays open, so that the parts of a film cost no query each. Promises A-4. */
const FILE_MEMORY_MS = 10_000;
/** Viewers and files remembered. */
const FILE_MEMORY_SIZE = 20_000;

/** How a viewer stands to the creators that were asked for. */
export interface Entitlements {
  /** An active subscription, whatever it cost; also the creator's own page. Administrators subscribe to all. */
  isSubscribed(performerId: string): boolean;
  hasPlatform: boolean;
  isBlockedBy(performerId: string): boolean;
}

/** What a viewer may be granted a file by, beside posts and messages. @returns true when that opens it. */
export type FileRule = (fileId: string, viewer: { id: string | null; country: string | null }) => Promise<boolean>;

export type EntitlementService = ReturnType<typeof createEntitlementService>;

/** Who may see what. Every answer is read from the stored facts: subscriptions, purchases, blocks. Decisions 3. */
export function createEntitlementService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const repository = createEntitlementRepository(db);
  const rules: FileRule[] = [openedByFeed, openedByMessage];
  const openFiles = createTtlCache<boolean>({
    ttlMs: FILE_MEMORY_MS,
    most: FILE_MEMORY_SIZE,
    now: () => clock.now().getTime(),
    // A refusal is asked again at once: the next moment it may have been paid.
    isWorthKeeping: (isOpen) => isOpen,
  });

  async function isShownTo(
    performerId: string,
    viewer: Checking & { id: string | null },
    tx: Executor = db,
  ): Promise<boolean> {
    return isShown(await repository.findStanding(performerId, viewer.id, tx), viewer);
  }

  async function openedByFeed(fileId: string, viewer: { id: string | null; country: string | null }) {
    const rows = await repository.listFeedsOfFile(fileId, viewer.id, clock.now());
    for (const row of rows) {
      const keeps = row.isBought;
      if (isFeedOpen(row) && (await isShownTo(row.performerId, { ...viewer, keeps }))) return true;
    }
    return false;
  }

  async function openedByMessage(fileId: string, viewer: { id: string | null; country: string | null }) {
    const rows = await repository.listMessagesOfFile(fileId, viewer.id);
    for (const row of rows) {
      if (!isMessageOpen(row, viewer.id)) continue;
      if (row.senderSource === 'user') return true;
      // What was sent is the receiver's.
      if (await isShownTo(row.senderId, { ...viewer, keeps: true })) return true;
    }
    return false;
  }

  async function ask(fileId: string, viewerId: string | null, country: string | null): Promise<boolean> {
    if (viewerId !== null) {
      const viewer = await repository.findViewer(viewerId);
      if (!viewer || !mayEnter(viewer.status)) return false;
      if (viewer.kind === 'user' && viewer.roles.includes('admin')) return true;
    }
    for (const rule of rules) if (await rule(fileId, { id: viewerId, country })) return true;
    return false;
  }

  /** Of posts that are out, whoever finds the creator; of messages, those they were written to. */
  async function isPreviewShown(fileId: string, viewerId: string | null, country: string | null): Promise<boolean> {
    const viewer = { id: viewerId, country };
    for (const row of await repository.listFeedsOfFile(fileId, viewerId, clock.now())) {
      const isOut = row.status === 'active' && row.deletedAt === null;
      if (isOut && (await isShownTo(row.performerId, viewer))) return true;
    }
    if (viewerId === null) return false;
    for (const row of await repository.listMessagesOfFile(fileId, viewerId)) {
      if (!row.isMember || row.isDeleted) continue;
      if (row.senderSource === 'user' || (await isShownTo(row.senderId, { ...viewer, keeps: true }))) return true;
    }
    return false;
  }

  return {
    /** The viewer's standing towards these creators: one query for any number, none for guests. */
    async of(viewer: Actor | null, performerIds: readonly string[]): Promise<Entitlements> {
      if (!viewer) return { isSubscribed: () => false, hasPlatform: false, isBlockedBy: () => false };
      const row = await repository.readStanding(viewer.id, [...new Set(performerIds)], clock.now());
      const subscribed = new Set(row.subscribed);
      const blockedBy = new Set(row.blockedBy);
      return {
        isSubscribed: (id) => viewer.isAdmin || viewer.id === id || subscribed.has(id),
        hasPlatform: viewer.isAdmin || row.hasPlatform,
        isBlockedBy: (id) => !viewer.isAdmin && blockedBy.has(id),
      };
    },

    /** Which of these items the viewer paid for. @param target as in wallet charges: feed, video, gallery, message… */
    async bought(viewer: Actor | null, target: string, ids: readonly string[]): Promise<Set<string>> {
      if (!viewer || ids.length === 0) return new Set();
      return new Set(await repository.listBought(viewer.id, target, ids));
    },

    /**
     * Refuses a viewer whom the creator keeps out, in the words for a creator who does not exist. ux.md PR-8.
     *
     * @param country of the call; null when it cannot be told.
     * @param keeps what is looked at is the viewer's to keep, also when its creator has left or lost the approval.
     * @throws AppError ENTITY_NOT_FOUND
     */
    async assertNotBlocked(
      performerId: string,
      viewer: Actor | null,
      country: string | null = null,
      keeps = false,
      tx: Executor = db,
    ): Promise<void> {
      if (isExempt(viewer, performerId)) return;
      if (!(await isShownTo(performerId, { id: viewer?.id ?? null, country, keeps }, tx)))
        throw new AppError('ENTITY_NOT_FOUND');
    },

    /**
     * Whether a viewer (null: a guest) may have the bytes of a file that is neither public nor their own, now. Who lost
     * it is refused after ten seconds at most.
     */
    canOpenFile: (fileId: string, viewerId: string | null, country: string | null = null): Promise<boolean> =>
      openFiles.get(`${fileId} ${viewerId ?? ''} ${country ?? ''}`, () => ask(fileId, viewerId, country)),

    /** Whether a viewer (null: a guest) may see that a file is there: its blurred picture. Promises A-10. */
    canSeePreview: (fileId: string, viewerId: string | null, country: string | null = null): Promise<boolean> =>
      openFiles.get(`preview ${fileId} ${viewerId ?? ''} ${country ?? ''}`, () =>
        isPreviewShown(fileId, viewerId, country),
      ),

    /** Adds another way in: files of galleries, videos, goods. */
    addFileRule: (rule: FileRule): void => void rules.push(rule),
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
function isShown(standing: CreatorStanding | null, { country, keeps = false }: Checking): boolean {
  if (!standing || standing.isBlocked) return false;
  const hasLeft = ['closing', 'erasing', 'deleted'].includes(standing.status);
  const isActive = standing.status === 'active';
  if (!(isActive && standing.isApproved) && !(keeps && (hasLeft || isActive))) return false;
  return country === null || !standing.countries.includes(country);
}

/** A post that is hidden or taken away stays with its buyers. */
function isFeedOpen(row: FileOfFeed): boolean {
  const isPublished = row.status === 'active' && row.deletedAt === null;
  // The owner and administrators were let in before.
  return (isPublished || row.isBought) && contentAccess(row, { ...row, isOwner: false }) === 'open';
}

function isMessageOpen(row: FileOfMessage, viewerId: string | null): boolean {
  if (!row.isMember && row.conversationType !== 'stream_public') return false;
  if (row.isDeleted && !row.isBought) return false;
  return row.senderId === viewerId || row.isBought || !row.isSale || row.price === 0;
}
