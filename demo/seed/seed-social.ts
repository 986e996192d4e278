import { eq, sql } from 'drizzle-orm';
import { performers } from '../../server/db/schema/accounts';
import { comments, follows, reactions } from '../../server/db/schema/social';
import { newId } from '../../server/db/columns';
import type { Tx } from '../../server/db/transaction';
import type { DemoComment, DemoSite } from '../types';
import { ago, getId, type SeedContext } from './seed-context';

export async function seedSocial(seed: SeedContext, tx: Tx, site: DemoSite): Promise<void> {
  for (const fan of site.fans) {
    const fanId = getId(seed.people, fan.username);
    const followed = fan.follows.map((name) => ({ followerId: fanId, followingId: getId(seed.people, name) }));
    if (followed.length > 0) await tx.insert(follows).values(followed);
    for (const { followingId } of followed) {
      const one = { statFollowers: sql`${performers.statFollowers} + 1` };
      await tx.update(performers).set(one).where(eq(performers.id, followingId));
    }
    const reacted = [
      ...fan.likedPosts.map((key) => ({ action: 'like' as const, key })),
      ...fan.bookmarkedPosts.map((key) => ({ action: 'bookmark' as const, key })),
    ].map(({ action, key }) => ({ createdBy: fanId, action, objectType: 'feed', objectId: getId(seed.items, key) }));
    if (reacted.length > 0) await tx.insert(reactions).values(reacted);
  }
  for (const creator of site.creators) {
    const recipientId = getId(seed.people, creator.username);
    const said = [
      ...creator.posts.map((post) => ({ ...post, type: 'feed' as const })),
      ...creator.videos.map((video) => ({ ...video, type: 'video' as const })),
    ];
    for (const { type, key, comments: written } of said) {
      for (const comment of written) {
        await insertComment(seed, tx, comment, { type, id: getId(seed.items, key), recipientId });
      }
    }
  }
}

async function insertComment(
  seed: SeedContext,
  tx: Tx,
  comment: DemoComment,
  on: { type: 'feed' | 'video' | 'comment'; id: string; recipientId: string },
): Promise<void> {
  const at = ago(seed, comment.minutesAgo);
  const id = newId(at.getTime());
  const replies = comment.replies ?? [];
  await tx.insert(comments).values({
    id,
    createdBy: getId(seed.people, comment.by),
    objectType: on.type,
    objectId: on.id,
    recipientId: on.recipientId,
    content: comment.text,
    totalReply: replies.length,
    createdAt: at,
    updatedAt: at,
  });
  for (const reply of replies)
    await insertComment(seed, tx, reply, { type: 'comment', id, recipientId: on.recipientId });
}
