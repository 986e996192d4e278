import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import {
  checkDraft,
  countsOf,
  difference,
  draftOf,
  isNews,
  mergeDraft,
  planPublication,
  type Draft,
  type FeedInput,
} from './feed-draft';
import { canManageFeed, canPublishFeed } from './feed-policy';
import type { FeedParts, FeedRepository, FeedRow } from './feed-repository';

export interface FeedEditingParts {
  repository: FeedRepository;
  media: MediaService;
  people: PeopleService;
  settings: SettingsService;
  /** Called after commit for every post that is no longer what it was. */
  onChange(id: string): void;
  /** Called within the transaction that shows a post to fans for the first time. */
  onPublish(id: string, tx: Tx): Promise<void>;
}

/** Making, changing and taking away posts; publishing them when their time comes. */
export function createFeedEditing(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  deps: FeedEditingParts,
) {
  const { repository, media, people, settings, onChange, onPublish } = deps;

  /** Drafts are anybody's who sells; what fans see, or will see by itself, is for creators who are approved. */
  async function assertMayPublish(actor: Actor, after: Pick<FeedRow, 'status' | 'isSchedule'>, tx: Tx): Promise<void> {
    if (!after.isSchedule && (after.status === 'draft' || after.status === 'inactive')) return;
    const person = found(await people.find(actor.id, tx));
    assertAllowed(person.performer?.verifiedDocument === true, 'DOCUMENTS_NOT_APPROVED');
  }

  /** The actor's own post, locked. @throws AppError FORBIDDEN for another's; ENTITY_NOT_FOUND when they cannot see it. */
  async function lockOwn(actor: Actor, id: string, tx: Tx): Promise<FeedParts> {
    const row = found(await repository.lock(id, tx));
    if (row.performerId !== actor.id && row.status !== 'active') throw new AppError('ENTITY_NOT_FOUND');
    if (row.deletedAt !== null) throw new AppError('ENTITY_NOT_FOUND');
    assertAllowed(canManageFeed(actor, row));
    const [parts] = await repository.listParts([id], tx);
    return found(parts);
  }

  async function check(draft: Draft, actor: Actor, feedId: string, tx: Tx): Promise<FileRow[]> {
    const named = [...draft.fileIds, draft.thumbnailId, draft.teaserId].filter((id) => id !== null);
    const files = await media.find(named, tx);
    checkDraft(draft, files, { ownerId: actor.id, settings: await settings.read(tx) });
    const taken = await repository.listTakenFiles(draft.fileIds, feedId, tx);
    if (taken.length > 0) throw new AppError('INVALID_OR_MISSING_FILE');
    return files;
  }

  /** Columns that a draft decides, as stored. */
  function columnsOf(draft: Draft, files: readonly FileRow[], current: FeedRow | null) {
    const now = clock.now();
    const { fileIds: _files, pollIds, ...columns } = draft;
    const isBroken = files.some((file) => file.status === 'error');
    return {
      ...columns,
      ...planPublication(draft, current, { now, isBroken }),
      hasPoll: pollIds.length > 0,
      pinnedAt: draft.isPinned ? (current?.pinnedAt ?? now) : null,
      updatedAt: now,
    };
  }

  async function saveBelongings(row: FeedRow, draft: Draft, alts: FeedInput['fileAlts'], tx: Tx): Promise<void> {
    await repository.replaceFiles(row.id, draft.fileIds, tx);
    if (!(await repository.attachPolls(row.id, row.performerId, draft.pollIds, tx)))
      throw new AppError('ENTITY_NOT_FOUND', { message: 'One of the poll’s answers is missing.' });
    const mine = new Set([...draft.fileIds, draft.thumbnailId]);
    await media.setAlts(
      row.performerId,
      (alts ?? []).filter(({ fileId }) => mine.has(fileId)),
      tx,
    );
    tx.afterCommit(() => onChange(row.id));
  }

  /** What follows from a state that was just stored: people are told, or somebody looks again when its time comes. */
  async function followUp(
    current: FeedRow | null,
    after: Pick<FeedRow, 'id' | 'status' | 'isSchedule' | 'scheduleAt'>,
    tx: Tx,
  ): Promise<void> {
    if (isNews(current, after)) await onPublish(after.id, tx);
    // Also every minute, but a post that is due in between should not wait. Promises R-4.
    if (after.isSchedule && after.scheduleAt) await jobs.send('publish-scheduled', {}, { tx, runAt: after.scheduleAt });
  }

  const filesIn = (draft: Draft, files: readonly FileRow[]) => files.filter((file) => draft.fileIds.includes(file.id));

  async function insertWithFreeSlug(row: Parameters<FeedRepository['insert']>[0], tx: Tx): Promise<FeedRow> {
    // Two posts of one millisecond: the later one takes the next that is free. Wire contract 2.6.
    for (let millis = clock.now().getTime(); ; millis += 1) {
      const stored = await repository.insert({ ...row, slug: `post-${millis}` }, tx);
      if (stored) return stored;
    }
  }

  return {
    /**
     * Publishes, schedules or drafts a post.
     *
     * @param publishedAt for content that is older than its entry, such as a demo's; now unless given.
     * @returns its id.
     * @throws AppError DOCUMENTS_NOT_APPROVED, INVALID_FEED_TYPE, MISSING_REQUIRED_PROPS, PRICE_OUT_OF_BOUNDS,
     * INVALID_OR_MISSING_FILE, ENTITY_NOT_FOUND for a poll that is not there.
     */
    async create(
      actor: Actor,
      input: EndpointPart<'createFeed', 'body'>,
      { publishedAt }: { publishedAt?: Date } = {},
    ): Promise<string> {
      assertAllowed(canPublishFeed(actor));
      const draft = mergeDraft(input, null);
      return inTransaction(db, async (tx) => {
        const files = await check(draft, actor, '', tx);
        const columns = columnsOf(draft, files, null);
        await assertMayPublish(actor, columns, tx);
        const at = publishedAt ?? clock.now();
        const row = await insertWithFreeSlug(
          {
            ...columns,
            id: newId(at.getTime()),
            slug: '',
            performerId: actor.id,
            publishedAt: at,
            createdAt: at,
            updatedAt: at,
          },
          tx,
        );
        await saveBelongings(row, draft, input.fileAlts, tx);
        await repository.addToCounters(actor.id, countsOf(row.status, filesIn(draft, files)), tx);
        // What is older than its entry is no news.
        if (!publishedAt) await followUp(null, row, tx);
        return row.id;
      });
    },

    /**
     * Changes an own post. Files it no longer names are deleted, unless somebody bought them.
     *
     * @throws AppError as `create`; FORBIDDEN for another's post, or when sold files would go.
     */
    async update(actor: Actor, id: string, input: FeedInput): Promise<void> {
      assertAllowed(canPublishFeed(actor));
      await inTransaction(db, async (tx) => {
        const current = await lockOwn(actor, id, tx);
        const draft = mergeDraft(input, draftOf(current));
        const files = await check(draft, actor, id, tx);
        const dropped = current.files.filter((file) => !draft.fileIds.includes(file.id));
        if (dropped.length > 0 && (await repository.isSold(id, tx)))
          throw new AppError('FORBIDDEN', { message: 'Someone has bought this post, so its files can’t be removed.' });
        const columns = columnsOf(draft, files, current.row);
        await assertMayPublish(actor, columns, tx);
        await repository.update(id, columns, tx);
        await saveBelongings(current.row, draft, input.fileAlts, tx);
        const { thumbnail, teaser } = current;
        const previews = [thumbnail, teaser].filter(
          (file) => file !== null && file.id !== draft.thumbnailId && file.id !== draft.teaserId,
        );
        const gone = [...dropped, ...previews].map((file) => file?.id).filter((one) => one !== undefined);
        await media.remove(gone, tx);
        const after = countsOf(columns.status, filesIn(draft, files));
        await repository.addToCounters(actor.id, difference(after, countsOf(current.row.status, current.files)), tx);
        await followUp(current.row, { id, ...columns }, tx);
      });
    },

    /**
     * Takes an own post away. One that somebody bought is hidden from everybody else instead and stays with its buyers,
     * files and all: they paid to keep it.
     */
    async remove(actor: Actor, id: string): Promise<void> {
      assertAllowed(canPublishFeed(actor));
      await inTransaction(db, async (tx) => {
        const { row, files, thumbnail, teaser } = await lockOwn(actor, id, tx);
        if (await repository.isSold(id, tx)) {
          const at = clock.now();
          await repository.update(id, { status: 'inactive', isSchedule: false, deletedAt: at, updatedAt: at }, tx);
        } else {
          await repository.remove(id, tx);
          const all = [...files, thumbnail, teaser].map((file) => file?.id).filter((one) => one !== undefined);
          await media.remove(all, tx);
        }
        const none = { feeds: 0, photos: 0, videos: 0 };
        await repository.addToCounters(actor.id, difference(none, countsOf(row.status, files)), tx);
        tx.afterCommit(() => onChange(id));
      });
    },

    /**
     * Publishes what is due. Each post once, whatever runs twice or at the same time, also when the server was down at
     * its time. Promises R-4.
     */
    async publishDue(): Promise<void> {
      await inTransaction(db, async (tx) => {
        const now = clock.now();
        const due = await repository.listDue(now, tx);
        const parts = await repository.listParts(
          due.map((row) => row.id),
          tx,
        );
        for (const { row, files } of parts) {
          const status = files.some((file) => file.status === 'error') ? 'file-error' : 'active';
          await repository.update(row.id, { status, isSchedule: false, publishedAt: now, updatedAt: now }, tx);
          await repository.addToCounters(row.performerId, countsOf(status, files), tx);
          if (isNews(row, { status })) await onPublish(row.id, tx);
          tx.afterCommit(() => onChange(row.id));
        }
      });
    },

    /** A file turned out to be broken: the posts that show it are hidden until their creator replaces it. */
    async hideBroken(fileId: string, tx: Tx): Promise<void> {
      const rows = await repository.listOfFile(fileId, tx);
      for (const { row, files } of await repository.listParts(
        rows.map(({ id }) => id),
        tx,
      )) {
        tx.afterCommit(() => onChange(row.id));
        if (row.status !== 'active') continue;
        await repository.update(row.id, { status: 'file-error', updatedAt: clock.now() }, tx);
        const lost = difference(countsOf('file-error', files), countsOf('active', files));
        await repository.addToCounters(row.performerId, lost, tx);
      }
    },
  };
}
