import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../../db/columns';
import { migrationsFolder } from '../../../db/migrate';
import { accounts, performers } from '../../../db/schema/accounts';
import { follows, userBlocks } from '../../../db/schema/social';
import { feedPosts } from '../../../db/schema/feeds';
import { items, type audiences, type itemKinds } from '../../../db/schema/items';
import { eq } from 'drizzle-orm';
import { buildGallery, buildProduct, buildVideo } from '../../../../tests/factories/assets';
import { buildFeed, buildPlatformSubscription, buildPurchase } from '../../../../tests/factories/feed';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
  creator = await buildPerformer(app, { name: 'Zoë Łukasz', username: 'zoe-l', headline: 'Ceramics' });
});
afterAll(() => app.close());

type Kind = (typeof itemKinds)[number];

/** Inserts an item in the same way as the service of its kind. */
async function buildItem(
  owner: BuiltPerson,
  columns: { kind: Kind; audience?: (typeof audiences)[number] } & Partial<typeof items.$inferInsert>,
): Promise<string> {
  const id = newId(app.clock.now().getTime());
  await app.context.db.insert(items).values({
    id,
    performerId: owner.id,
    slug: id,
    type: 'text',
    audience: 'public',
    price: columns.audience === 'sale' ? 500 : 0,
    ...columns,
  } as typeof items.$inferInsert);
  if (columns.kind === 'feed') await app.context.db.insert(feedPosts).values({ id });
  return id;
}

const find = async (q: string, { as, ...query }: { as?: BuiltPerson } & Record<string, unknown> = {}) =>
  (await app.call('listFeeds', { as: as?.token, query: { q, ...query } })).data.data.map(({ _id }) => _id);
const count = async (keyword: string, as?: BuiltPerson) =>
  (await app.call('searchKeyword', { as: as?.token, body: { keyword } })).data;
/** Creates accounts that are older than a day and have a verified email. */
const buildEstablished = (many: number): Promise<BuiltPerson[]> =>
  Promise.all(Array.from({ length: many }, () => buildUser(app, { createdAt: daysBefore(2) })));
const daysBefore = (days: number) => new Date(app.clock.now().getTime() - days * 24 * 3600 * 1000);
const suggest = async (q: string, as?: BuiltPerson) =>
  (await app.call('suggestSearch', { as: as?.token, query: { q } })).data;

describe('a search', () => {
  it('matches every word, even inside other words, whatever their case and accents', async () => {
    const post = await buildFeed(app, creator, { title: 'Crème brûlée', tagline: 'A gingerbread crust' });
    for (const q of ['creme', 'CRÈME', 'brulee creme', 'bread', 'cre\u0300me'])
      expect(await find(q)).toEqual([post._id]);
    expect(await find('creme sourdough')).toEqual([]);
    const people = async (q: string) =>
      (await app.call('searchPerformers', { query: { q } })).data.data.map((one) => one._id);
    for (const q of ['zoe', 'Zoé', 'lukasz', 'ŁUKASZ zoë']) expect(await people(q)).toEqual([creator.id]);
  });

  it('corrects one edit per word in names, titles and profiles', async () => {
    const potter = await buildPerformer(app, {
      name: 'Marguerite Thistle',
      username: 'thistle',
      bio: 'Porcelain by hand',
    });
    const post = await buildFeed(app, potter, { title: 'Porcelain teapots' });
    await app.jobs.run('read-search-words', {});
    const people = async (q: string) =>
      (await app.call('searchPerformers', { query: { q } })).data.data.map((one) => one._id);
    // A letter missing, extra, wrong, wrong at the start; two letters swapped; the last two in other words.
    for (const q of ['thisle', 'thisttle', 'thustle', 'rhistle', 'thsitle', 'marguerite thisle', 'porcelian']) {
      expect(await people(q)).toEqual([potter.id]);
    }
    expect(await find('porcelein teapot')).toEqual([post._id]);
    // Two edits are too many, and a word that exists is taken literally.
    expect(await people('thysttle')).toEqual([]);
    await buildPerformer(app, { name: 'Thisle Brown', username: 'brown' });
    await app.jobs.run('read-search-words', {});
    expect(await people('thisle')).not.toContain(potter.id);
    // Numbers are never corrected.
    await buildFeed(app, potter, { title: 'Kiln of 2023' });
    await app.jobs.run('read-search-words', {});
    expect(await find('kiln 2024')).toEqual([]);
  });

  it('ignores apostrophes, whichever character is used', async () => {
    const post = await buildFeed(app, creator, {
      title: "Don't knead it",
      text: 'L’amour du pain',
      isSale: true,
      price: 0,
    });
    for (const q of ['dont', "don't", 'don’t', 'DONT knead', 'lamour', "l'amour", 'amour']) {
      expect(await find(q)).toEqual([post._id]);
    }
    const owner = await buildPerformer(app, { name: "Sinéad O'Rourke", username: 'sinead' });
    const people = async (q: string) =>
      (await app.call('searchPerformers', { query: { q } })).data.data.map((one) => one._id);
    for (const q of ['orourke', "o'rourke", 'O’Rourke']) expect(await people(q)).toEqual([owner.id]);
  });

  it('finds two words that were written as one, even if other texts write them as one', async () => {
    const titled = await buildFeed(app, creator, { title: 'Vanilla ice cream' });
    app.clock.advance({ minutes: 1 });
    const told = await buildFeed(app, creator, {
      title: '',
      text: 'More ice-cream, with rhubarb',
      isSale: true,
      price: 0,
    });
    expect(await find('icecream')).toEqual([titled._id, told._id]);
    expect(await find('rhubarb icecream')).toEqual([told._id]);
    app.clock.advance({ minutes: 1 });
    const joined = await buildFeed(app, creator, { title: 'Icecream van' });
    await app.jobs.run('read-search-words', {});
    expect(await find('icecream')).toEqual([joined._id, titled._id, told._id]);
    // Parts of words, short words and numbers must not be split, or they would match nearly every text.
    expect(await find('nilla')).toEqual([titled._id]);
    expect(await find('lacre')).toEqual([]);
  });

  it('lists matches in titles first, then the others, each newest first, page by page', async () => {
    const ids: Record<string, string> = {};
    for (const [name, title, text] of [
      ['oldTitle', 'Marble run', 'x'],
      ['oldText', 'A toy', 'marble inside'],
      ['newTitle', 'More marble', 'x'],
      ['newText', 'Another toy', 'marble again'],
    ] as const) {
      app.clock.advance({ minutes: 1 });
      ids[name] = (await buildFeed(app, creator, { title, text, isSale: true, price: 0 }))._id;
    }
    const all = [ids['newTitle'], ids['oldTitle'], ids['newText'], ids['oldText']];
    for (const scope of [{}, { performerId: creator.id }]) {
      expect(await find('marble', scope)).toEqual(all);
      expect(await find('marble', { ...scope, limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
      for (const [at, beforeId] of all.entries()) {
        expect(await find('marble', { ...scope, beforeId })).toEqual(all.slice(at + 1));
      }
      expect(await find('marble', { ...scope, limit: 1, beforeId: all[1] })).toEqual([all[2]]);
    }
    expect(await find('marble', { sort: 'asc' })).toEqual([
      ids['oldTitle'],
      ids['oldText'],
      ids['newTitle'],
      ids['newText'],
    ]);
  });

  it('A-1: never reveals the text of a locked item through lists, counts or suggestions', async () => {
    const build = () => buildUser(app);
    const [stranger, subscriber, member, buyer] = await Promise.all([build(), build(), build(), build()]);
    await buildSubscription(app, { userId: subscriber.id, performerId: creator.id });
    await buildPlatformSubscription(app, member);
    for (const kind of ['feed', 'video', 'gallery', 'product'] as const) {
      const word = `secret${kind}`;
      const sold = await buildItem(creator, { kind, audience: 'sale', title: `Sold ${kind}`, text: word });
      await buildItem(creator, { kind, audience: 'subscribers', title: `Ours ${kind}`, text: word });
      await buildItem(creator, { kind, audience: 'members', title: `Theirs ${kind}`, text: word });
      await buildPurchase(app, buyer, kind, sold);
      const total = {
        feed: 'totalFeed',
        video: 'totalVideo',
        gallery: 'totalGallery',
        product: 'totalProduct',
      } as const;
      const found = async (as?: BuiltPerson) => (await count(word, as))[total[kind]];
      expect(await found()).toBe(0);
      expect(await found(stranger)).toBe(0);
      expect(await found(buyer)).toBe(1);
      expect(await found(member)).toBe(1);
      expect(await found(subscriber)).toBe(2);
      expect(await found(creator)).toBe(3);
      expect((await suggest(word, subscriber)).items).toEqual([]);
    }
    expect(await find('secretfeed')).toEqual([]);
    expect(await find('secretfeed', { as: stranger })).toEqual([]);
    expect(await find('secretfeed', { as: buyer })).toHaveLength(1);
    // Words from locked texts must not be used as corrections either.
    await app.jobs.run('read-search-words', {});
    const { rows } = await app.context.db.execute(`select word from search_words where word like 'secret%'`);
    expect(rows).toEqual([]);
  });

  it.each(['feed', 'video', 'gallery', 'product'] as const)(
    'A-9: does not find a %s that is hidden from the viewer',
    async (kind) => {
      const word = `lantern${kind}`;
      const fan = await buildUser(app);
      const owner = await buildPerformer(app, { name: 'Open' });
      const build = () => buildPerformer(app);
      const others = await Promise.all([build(), build(), build(), build(), build()]);
      const [blocking, hidden, waiting, closed, leaving] = others;
      const shown = await buildItem(owner, { kind, title: `One ${word}` });
      for (const status of ['draft', 'inactive', 'file-error'] as const) {
        await buildItem(owner, { kind, title: `${status} ${word}`, status });
      }
      await buildItem(owner, {
        kind,
        title: `due ${word}`,
        status: 'inactive',
        isScheduled: true,
        publishAt: app.clock.now(),
      });
      await buildItem(owner, { kind, title: `gone ${word}`, status: 'inactive', deletedAt: app.clock.now() });
      for (const other of others) await buildItem(other, { kind, title: `their ${word}` });
      const { db } = app.context;
      await db.insert(userBlocks).values({ performerId: blocking.id, userId: fan.id });
      await db
        .update(performers)
        .set({ blockedCountries: ['FR'] })
        .where(eq(performers.id, blocking.id));
      await db.update(accounts).set({ hidesFromSearch: true }).where(eq(accounts.id, hidden.id));
      await db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, waiting.id));
      await db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, closed.id));
      await db.update(accounts).set({ deletionAt: app.clock.now() }).where(eq(accounts.id, leaving.id));
      const total = {
        feed: 'totalFeed',
        video: 'totalVideo',
        gallery: 'totalGallery',
        product: 'totalProduct',
      } as const;
      expect((await count(word, fan))[total[kind]]).toBe(1);
      expect((await suggest(word, fan)).items.map(({ _id, ...rest }) => [_id, rest.kind, rest.performer.name])).toEqual(
        [[shown, kind, 'Open']],
      );
      // Other viewers find the creator who blocks only this fan; followers find the one who hides from search.
      expect((await count(word))[total[kind]]).toBe(2);
      await db.insert(follows).values({ id: newId(), followerId: fan.id, followingId: hidden.id });
      expect((await count(word, fan))[total[kind]]).toBe(2);
    },
  );
});

it('lists of every kind of item search as lists of posts do', async () => {
  const owner = await buildPerformer(app, { name: 'Maker' });
  const { _id: video } = await buildVideo(app, owner, { title: 'Weaving films' });
  const { _id: gallery } = await buildGallery(app, owner, { title: 'Weaving walk' });
  const { _id: product } = await buildProduct(app, owner, { name: 'Weaving print' });
  await app.jobs.run('read-search-words', {});
  const lists = { searchVideos: video, searchGalleries: gallery, searchProducts: product } as const;
  for (const [name, id] of Object.entries(lists) as [keyof typeof lists, string][]) {
    for (const q of ['weaving', 'wéaving', 'waeving']) {
      const { data } = (await app.call(name, { query: { q } })).data;
      expect(data.map(({ _id }) => _id)).toEqual([id]);
    }
    expect((await app.call(name, { query: { q: 'nothing says so' } })).data.data).toEqual([]);
  }
  expect(await count('weaving')).toMatchObject({ totalVideo: 1, totalGallery: 1, totalProduct: 1, totalFeed: 0 });
});

it('accents are ignored even without PostgreSQL’s extension unaccent', async () => {
  const name = (await readdir(migrationsFolder())).find((one) => one.endsWith('_search_apostrophes.sql')) ?? '';
  const migration = await readFile(path.join(migrationsFolder(), name), 'utf8');
  const [, fallback = ''] = /\$f\$SELECT (.*)\$f\$/.exec(migration) ?? [];
  expect(fallback).toContain('normalize');
  const { rows } = await app.context.db.execute(
    `select ${fallback} as folded from (values ('Crème BRÛLÉE, l’été')) v(words)`,
  );
  expect(rows).toEqual([{ folded: 'creme brulee, lete' }]);
});

describe('GET /search/suggestions', () => {
  it('suggests creators, titles of every kind, and keywords that several accounts used, and records nothing', async () => {
    const maker = await buildPerformer(app, { name: 'Harpa Vind', username: 'harpa', headline: 'Wind instruments' });
    const video = await buildItem(maker, { kind: 'video', title: 'Harpsichord repair' });
    const post = await buildFeed(app, maker, { title: 'My harp' });
    await buildFeed(app, maker, { title: 'Music' });
    await app.jobs.run('read-search-words', {});
    for (const fan of await buildEstablished(3)) await count('Harp  Music', fan);
    await count('harp of somebody');
    const found = await suggest('harp');
    expect(found.creators.map(({ _id }) => _id)).toEqual([maker.id]);
    expect(found.items).toMatchObject([
      { _id: post._id, kind: 'feed', slug: post.slug, title: 'My harp', performer: { name: 'Harpa Vind' } },
      { _id: video, kind: 'video' },
    ]);
    expect(found.keywords).toEqual(['harp music']);
    expect((await suggest('harp music')).keywords).toEqual([]);
    for (const q of ['h', '%', '__']) expect(await suggest(q)).toEqual({ creators: [], items: [], keywords: [] });
  });

  it('no longer returns keywords unused for a quarter, which are deleted however often they were used', async () => {
    await count('rarely asked');
    for (let n = 0; n < 3; n += 1) await count('often asked');
    const known = async () => {
      const { token } = await buildPerformer(app);
      const { data } = await app.call('listKeywords', { as: token, query: { q: ' asked' } });
      return data.data.map(({ keyword }) => keyword);
    };
    app.clock.advance({ days: 89 });
    await app.jobs.run('sweep', {});
    expect(await known()).toEqual(['often asked', 'rarely asked']);
    app.clock.advance({ days: 2 });
    await app.jobs.run('sweep', {});
    expect(await known()).toEqual([]);
  });
});
