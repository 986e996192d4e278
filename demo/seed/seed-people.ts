import { eq } from 'drizzle-orm';
import { toCents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import { accounts, performers } from '../../server/db/schema/accounts';
import { categories } from '../../server/db/schema/site';
import type { DemoCreator, DemoFan, DemoSite, MediaRecipe } from '../types';
import { ago, getId, inDays, type SeedContext } from './seed-context';
import { someAtATime } from './some-at-a-time';

/** Inserts accounts and categories; `seedPortraits` adds the images later. */
export async function seedPeople(seed: SeedContext, site: DemoSite, passwordHash: string): Promise<void> {
  await seed.db
    .insert(categories)
    .values(site.categories.map(({ slug, name }, ordering) => ({ slug, name, ordering })))
    .onConflictDoNothing();
  const topicRows = await seed.db.select({ id: categories.id, slug: categories.slug }).from(categories);
  const topics = new Map(topicRows.map((row) => [row.slug, row.id]));
  for (const fan of site.fans) await insertAccount(seed, fan, 'user', passwordHash);
  for (const creator of site.creators) {
    await insertAccount(seed, creator, 'performer', passwordHash);
    await insertPerformer(seed, creator, topics);
  }
}

async function insertAccount(
  seed: SeedContext,
  person: DemoFan | DemoCreator,
  kind: 'user' | 'performer',
  passwordHash: string,
): Promise<void> {
  const joined = ago(seed, inDays(person.joinedDaysAgo));
  const id = newId(joined.getTime());
  seed.people.set(person.username, id);
  await seed.db.insert(accounts).values({
    id,
    kind,
    passwordHash,
    email: person.email,
    username: person.username,
    name: person.name,
    firstName: person.firstName,
    lastName: person.lastName,
    gender: person.gender,
    country: person.country,
    roles: kind === 'user' ? listRoles(person) : [],
    verifiedEmail: true,
    ageDeclaredAt: joined,
    createdAt: joined,
    updatedAt: joined,
    ...('follows' in person && { statFollowing: person.follows.length }),
  });
}

const listRoles = (person: DemoFan | DemoCreator): string[] =>
  'operatorRole' in person && person.operatorRole ? ['user', 'admin', person.operatorRole] : ['user'];

async function insertPerformer(seed: SeedContext, creator: DemoCreator, topics: Map<string, string>): Promise<void> {
  // Scheduled posts are not counted until they are published.
  const published = creator.posts.filter((post) => !post.publishesInMinutes);
  await seed.db.insert(performers).values({
    id: getId(seed.people, creator.username),
    headline: creator.headline,
    bio: creator.bio,
    city: creator.city,
    dateOfBirth: creator.dateOfBirth,
    languages: [...creator.languages],
    categoryIds: creator.categories.flatMap((slug) => topics.get(slug) ?? []),
    socialLinks: [...creator.socialLinks],
    monthlyPrice: toCents(creator.monthlyPrice),
    yearlyPrice: toCents(creator.yearlyPrice),
    pricesChosen: true,
    isFreeSubscription: creator.trialDays !== null,
    freeSubscriptionDays: creator.trialDays ?? 1,
    verifiedDocument: true,
    verifiedAccount: creator.verified,
    isFeatured: creator.featured,
    welcomeMessage: creator.welcomeMessage,
    statLikes: creator.counts.likes,
    statViews: creator.counts.views,
    statFeeds: published.length,
    statPhotos: creator.galleries.reduce((sum, { photos }) => sum + photos.length, 0),
    statVideos: creator.videos.length,
    statGalleries: creator.galleries.length,
    statProducts: creator.products.length,
  });
}

export async function seedPortraits(seed: SeedContext, site: DemoSite): Promise<void> {
  const store = async (username: string, type: 'avatar' | 'cover', recipe: MediaRecipe) => {
    const ownerId = getId(seed.people, username);
    const fileId = await seed.store(recipe, { ownerId, type, isPublic: true });
    await seed.db
      .update(accounts)
      .set(type === 'avatar' ? { avatarId: fileId } : { coverId: fileId })
      .where(eq(accounts.id, ownerId));
  };
  const work = [
    ...site.creators.flatMap((creator) => [
      () => store(creator.username, 'avatar', creator.portrait),
      () => store(creator.username, 'cover', creator.cover),
    ]),
    ...site.fans.flatMap((fan) =>
      fan.portrait ? [() => store(fan.username, 'avatar', fan.portrait as MediaRecipe)] : [],
    ),
  ];
  const greet = async (username: string, recipe: MediaRecipe) => {
    const ownerId = getId(seed.people, username);
    const fileId = await seed.store(recipe, { ownerId, type: 'performer-welcome-video', isPublic: true });
    const shown = { welcomeVideoId: fileId, activateWelcomeVideo: true };
    await seed.db.update(performers).set(shown).where(eq(performers.id, ownerId));
  };
  const greetings = site.creators.flatMap(({ username, welcomeVideo }) =>
    welcomeVideo ? [() => greet(username, welcomeVideo)] : [],
  );
  await someAtATime([...work, ...greetings]);
}
