import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import { canPublish } from '../item/item-service';
import { presentPoll, type PollView } from './feed-presenter';
import type { FeedRepository } from './feed-repository';
import type { FeedItems } from './feed-service';

export interface FeedPollsParts {
  repository: FeedRepository;
  posts: Pick<FeedItems, 'lock' | 'see' | 'onChange'>;
}

/** Answers of polls, and voting. The question is the post's; a "poll" on the wire is one answer. Wire contract 2.6. */
export function createFeedPolls(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { repository, posts }: FeedPollsParts,
) {
  return {
    /** Stores one answer; it belongs to no post until one names it. */
    async createPoll(actor: Actor, input: EndpointPart<'createPoll', 'body'>): Promise<PollView> {
      assertAllowed(canPublish(actor));
      const expiredAt = input.expiredAt ? new Date(input.expiredAt) : null;
      const at = clock.now();
      const row = { performerId: actor.id, description: input.description, expiredAt, createdAt: at, updatedAt: at };
      return presentPoll(await repository.insertPoll(row));
    },

    /**
     * Chooses an answer. One vote a person and post, however many arrive at once.
     *
     * @throws AppError ENTITY_NOT_FOUND, ALREADY_VOTED, ALREADY_EXPIRED_TO_VOTE; FORBIDDEN or SUBSCRIPTION_INACTIVE for
     * a post that is closed to the voter.
     */
    async vote(actor: Actor, pollId: string, country: string | null): Promise<void> {
      const { feedId } = found(await repository.findPoll(pollId));
      await inTransaction(db, async (tx) => {
        const row = found(feedId === null ? null : await posts.lock(feedId, tx));
        const { access } = found(await posts.see(row, { actor, country }, tx));
        assertAllowed(access === 'open', access === 'locked-platform' ? 'SUBSCRIPTION_INACTIVE' : 'FORBIDDEN');
        const now = clock.now();
        const poll = found(await repository.findPoll(pollId, tx));
        const ends = [await repository.findPollEnd(row.id, tx), poll.expiredAt].filter((date) => date !== null);
        if (ends.some((date) => date <= now)) throw new AppError('ALREADY_EXPIRED_TO_VOTE');
        const isFirst = await repository.insertVote({ feedId: row.id, voterId: actor.id, pollId, createdAt: now }, tx);
        if (!isFirst) throw new AppError('ALREADY_VOTED');
        tx.afterCommit(() => posts.onChange(row.id));
      });
    },
  };
}
