import { cents, toCents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import { feedPosts, polls } from '../../server/db/schema/feeds';
import { itemFiles, items } from '../../server/db/schema/items';
import type { Tx } from '../../server/db/transaction';
import type { DemoAccess, DemoCreator, DemoPost, DemoSite, MediaRecipe } from '../types';
import { ago, getId, type SeedContext } from './seed-context';
import { someAtATime } from './some-at-a-time';

interface PostFiles {
  files: string[];
  thumbnail: string | null;
  teaser: string | null;
}

export async function storePostFiles(seed: SeedContext, site: DemoSite): Promise<Map<string, PostFiles>> {
  const stored = new Map<string, PostFiles>();
  await someAtATime(
    site.creators.flatMap((creator) =>
      creator.posts.map((post) => async () => {
        stored.set(post.key, await storeFiles(seed, getId(seed.people, creator.username), post));
      }),
    ),
  );
  return stored;
}

async function storeFiles(seed: SeedContext, ownerId: string, post: DemoPost): Promise<PostFiles> {
  const store = (recipe: MediaRecipe, type: string, options: { isPublic?: boolean; alt?: string } = {}) =>
    seed.store(recipe, { ownerId, type, ...options });
  const files: string[] = [];
  for (const { recipe, alt } of post.pictures ?? []) files.push(await store(recipe, 'feed-photo', { alt }));
  if (post.film) files.push(await store(post.film, 'feed-video'));
  if (post.audio) files.push(await store(post.audio, 'feed-audio'));
  return {
    files,
    thumbnail: post.thumbnail ? await store(post.thumbnail, 'feed-photo', { isPublic: true }) : null,
    teaser: post.teaser ? await store(post.teaser, 'feed-video', { isPublic: true }) : null,
  };
}

export async function seedPosts(
  seed: SeedContext,
  tx: Tx,
  site: DemoSite,
  stored: Map<string, PostFiles>,
): Promise<void> {
  for (const creator of site.creators) {
    for (const post of creator.posts) await insertPost(seed, tx, site, creator, post, stored.get(post.key));
  }
}

async function insertPost(
  seed: SeedContext,
  tx: Tx,
  { fans }: DemoSite,
  creator: DemoCreator,
  post: DemoPost,
  stored: PostFiles | undefined,
): Promise<void> {
  const performerId = getId(seed.people, creator.username);
  const written = ago(seed, post.minutesAgo);
  const id = newId(written.getTime());
  seed.items.set(post.key, id);
  const scheduled = post.publishesInMinutes === undefined ? null : ago(seed, -post.publishesInMinutes);
  await tx.insert(items).values({
    id,
    kind: 'feed',
    performerId,
    type: post.kind,
    title: post.title ?? '',
    slug: `post-${written.getTime()}-${post.key.split('/').at(-1)}`,
    text: post.text,
    tagline: post.tagline ?? '',
    ...getAccess(post.access),
    status: scheduled ? 'inactive' : 'active',
    hasPoll: post.poll !== undefined,
    isPinned: post.pinned ?? false,
    pinnedAt: post.pinned ? written : null,
    isScheduled: scheduled !== null,
    publishAt: scheduled,
    publishedAt: scheduled ?? written,
    totalLike: post.likes,
    totalComment: post.comments.length,
    totalBookmark: fans.filter((fan) => fan.bookmarkedPosts.includes(post.key)).length,
    totalVote: post.poll?.options.reduce((sum, option) => sum + option.votes, 0) ?? 0,
    createdAt: written,
    updatedAt: written,
  });
  await tx.insert(feedPosts).values({
    id,
    pollDescription: post.poll?.question ?? '',
    pollExpiredAt: post.poll ? ago(seed, -post.poll.closesInMinutes) : null,
    streamingScheduled: post.showInMinutes === undefined ? null : ago(seed, -post.showInMinutes),
  });
  const files = getFiles(stored).map((file) => ({ ...file, itemId: id }));
  if (files.length > 0) await tx.insert(itemFiles).values(files);
  if (post.poll) {
    const options = post.poll.options.map(({ text, votes }, position) => ({
      performerId,
      feedId: id,
      description: text,
      totalVote: votes,
      position,
      createdAt: written,
    }));
    await tx.insert(polls).values(options);
  }
}

function getFiles(stored: PostFiles | undefined) {
  const { files, thumbnail, teaser } = stored ?? { files: [], thumbnail: null, teaser: null };
  return [
    ...files.map((fileId, position) => ({ fileId, position, role: 'content' as const })),
    ...(thumbnail === null ? [] : [{ fileId: thumbnail, role: 'thumbnail' as const }]),
    ...(teaser === null ? [] : [{ fileId: teaser, role: 'teaser' as const }]),
  ];
}

const audiences = { sale: 'sale', everyone: 'public', platform: 'members', subscribers: 'subscribers' } as const;

export const getAccess = (access: DemoAccess) => ({
  audience: audiences[access.kind],
  price: access.kind === 'sale' ? toCents(access.price) : cents(0),
});
