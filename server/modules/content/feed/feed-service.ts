import type { UploadPurpose } from '@contract/base/upload-purposes';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { feedPosts } from '../../../db/schema/feeds';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import {
  canPublish,
  checkUnlockPrice,
  createKindColumns,
  createItemKindService,
  createItemUploads,
  ITEM_KINDS,
  type FormFiles,
  type ItemDeps,
  type ItemKind,
} from '../item/item-service';
import { checkFeedContent, mergeFeed, type FeedInput, type FeedFields } from './feed-draft';
import { presentFeed, presentPoll, type FeedView, type PollView } from './feed-presenter';
import { createFeedRepository, type FeedExtra, type FeedRepository } from './feed-repository';

export type { FeedView } from './feed-presenter';
export type FeedService = ReturnType<typeof createFeedService>;

/** Wire contract 2.6, 3.3. */
const createFeedKind = (
  db: Db,
  { listExtras, attachPolls }: FeedRepository,
): ItemKind<FeedExtra, FeedInput, FeedView, FeedFields> => ({
  ...ITEM_KINDS.feed,
  fileTypes: new Set(['feed-photo', 'feed-video', 'feed-audio']),
  shownTypes: new Set(['feed-photo', 'feed-video']),

  listExtras,
  async saveExtra({ id, performerId }, { pollIds, ...extra }, tx) {
    await createKindColumns(db, feedPosts).saveExtra({ id }, extra, tx);
    if (!(await attachPolls(id, performerId, pollIds, tx)))
      throw new AppError('ENTITY_NOT_FOUND', { message: 'One of the poll’s answers is missing.' });
  },

  merge: mergeFeed,
  checkContent: checkFeedContent,
  checkPrice: checkUnlockPrice,
  // If two posts are created in the same millisecond, the later one takes the next free number. Wire contract 2.6.
  createSlug: (_draft, now, attempt) => `post-${now.getTime() + attempt}`,

  present: presentFeed,
});

/** The question of a poll is stored in its post. On the wire, a "poll" is only one answer. Wire contract 2.6. */
export function createFeedService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: ItemDeps) {
  const { db, clock } = context;
  const { media } = deps;
  const repository = createFeedRepository(db);
  const posts = createItemKindService(context, createFeedKind(db, repository), deps);
  const uploads = createItemUploads({ db }, media);

  return {
    ...posts,

    /** The answer belongs to no post until a post lists it. */
    async createPoll(actor: Actor, input: EndpointPart<'createPoll', 'body'>): Promise<PollView> {
      assertAllowed(canPublish(actor));
      const expiredAt = input.expiredAt ? new Date(input.expiredAt) : null;
      const at = clock.now();
      const row = { performerId: actor.id, description: input.description, expiredAt, createdAt: at, updatedAt: at };
      return presentPoll(await repository.insertPoll(row));
    },

    /**
     * Allows one vote per account and post, even with concurrent requests.
     *
     * @throws AppError ENTITY_NOT_FOUND, ALREADY_VOTED, ALREADY_EXPIRED_TO_VOTE; FORBIDDEN or SUBSCRIPTION_INACTIVE for a post
     * that is locked for the voter
     */
    async vote(actor: Actor, pollId: string, country: string | null): Promise<true> {
      const { feedId } = requireFound(await repository.findPoll(pollId));
      await inTransaction(db, async (tx) => {
        const row = requireFound(feedId === null ? null : await deps.repository.lock(feedId, tx));
        const { access, state } = requireFound(await posts.findFor({ actor, country }, row, tx));
        if (state.isKeptOut) throw new AppError('ENTITY_NOT_FOUND');
        assertAllowed(access === 'open', access === 'locked-platform' ? 'SUBSCRIPTION_INACTIVE' : 'FORBIDDEN');
        const now = clock.now();
        const poll = requireFound(await repository.findPoll(pollId, tx));
        const ends = [await repository.findPollEnd(row.id, tx), poll.expiredAt].filter((date) => date !== null);
        if (ends.some((date) => date <= now)) throw new AppError('ALREADY_EXPIRED_TO_VOTE');
        const isFirst = await repository.insertVote({ feedId: row.id, voterId: actor.id, pollId, createdAt: now }, tx);
        if (!isFirst) throw new AppError('ALREADY_VOTED');
        tx.afterCommit(posts.forgetLists);
      });
      return true;
    },

    /** @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE. Wire contract 2.6. */
    async upload(
      { actor, files, body }: { actor: Actor; files: FormFiles; body: { alt?: string } },
      purpose: UploadPurpose & `feed-${string}`,
    ): Promise<EndpointReply<'uploadFeedPhoto'>> {
      const stored = await uploads.keep(actor, files['file'], purpose, body);
      return { success: true, ...media.present(stored, { viewer: actor, open: true }) };
    },
  };
}
