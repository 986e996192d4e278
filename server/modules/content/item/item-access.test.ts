import { sql, type SQL } from 'drizzle-orm';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { getAudience, itemAccess, itemAccessSql, toOffer, type AccessFacts, type ItemAccess } from './item-access';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const both = [true, false] as const;
const values: { [Fact in keyof AccessFacts]: readonly AccessFacts[Fact][] } = {
  audience: ['public', 'subscribers', 'members', 'sale'],
  status: ['active', 'inactive', 'draft', 'file-error'],
  isRemoved: both,
  isTakenDown: both,
  creator: ['here', 'left', 'away'],
  isModerator: both,
  isOwner: both,
  isKeptOut: both,
  isBought: both,
  isSubscribed: both,
  hasPlatform: both,
};
const names = Object.keys(values) as (keyof AccessFacts)[];

const listCases = (): AccessFacts[] =>
  names.reduce<Partial<AccessFacts>[]>(
    (cases, name) => cases.flatMap((one) => values[name].map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as AccessFacts[];

async function askDatabase(cases: readonly AccessFacts[]): Promise<ItemAccess[]> {
  const columns = Object.fromEntries(names.map((name) => [name, sql.raw(`c."${name}"`)])) as Record<
    keyof AccessFacts,
    SQL
  >;
  const types = names.map((name) => `"${name}" ${typeof values[name][0] === 'boolean' ? 'boolean' : 'text'}`);
  const { rows } = await app.context.db.execute<{ access: ItemAccess }>(sql`
    select ${itemAccessSql(columns)} as access
    from rows from (jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as (${sql.raw(types.join(', '))}))
      with ordinality as c order by ordinality`);
  return rows.map(({ access }) => access);
}

const stranger: AccessFacts = {
  audience: 'subscribers',
  status: 'active',
  isRemoved: false,
  isTakenDown: false,
  creator: 'here',
  isModerator: false,
  isOwner: false,
  isKeptOut: false,
  isBought: false,
  isSubscribed: false,
  hasPlatform: false,
};

/** Decisions 3, row by row. Each case states how it differs from a guest looking at a published post for subscribers. */
const rules: [who: string, facts: Partial<AccessFacts>, access: ItemAccess][] = [
  ['a guest: a public item', { audience: 'public' }, 'open'],
  ['a guest: an item for subscribers', {}, 'locked-subscription'],
  ['a guest: an item for members', { audience: 'members' }, 'locked-platform'],
  ['a guest: an item on sale', { audience: 'sale' }, 'locked-sale'],
  ['a subscriber', { isSubscribed: true }, 'open'],
  ['a subscriber: an item for members', { isSubscribed: true, audience: 'members' }, 'open'],
  ['a subscriber: an item on sale', { isSubscribed: true, audience: 'sale' }, 'locked-sale'],
  ['a member', { hasPlatform: true, audience: 'members' }, 'open'],
  ['a member: an item for subscribers', { hasPlatform: true }, 'locked-subscription'],
  ['a member: an item on sale', { hasPlatform: true, audience: 'sale' }, 'locked-sale'],
  ['a buyer', { isBought: true, audience: 'sale' }, 'open'],
  ['a buyer: an item with another audience now', { isBought: true }, 'open'],
  ['a buyer: a deleted item', { isBought: true, isRemoved: true, status: 'inactive' }, 'open'],
  ['a buyer: an item of a creator who left', { isBought: true, creator: 'left' }, 'open'],
  ['a buyer: an item of a suspended creator', { isBought: true, creator: 'away' }, 'open'],
  ['a buyer: an item that operators removed', { isBought: true, isTakenDown: true, status: 'inactive' }, 'hidden'],
  ['its creator: an item that operators removed', { isOwner: true, isTakenDown: true, status: 'inactive' }, 'open'],
  ['a moderator: an item that operators removed', { isModerator: true, isTakenDown: true, status: 'inactive' }, 'open'],
  ['a blocked buyer', { isBought: true, isKeptOut: true }, 'open'],
  ['a blocked fan: a public item', { isKeptOut: true, audience: 'public' }, 'hidden'],
  ['a subscriber: an item of a creator who left', { isSubscribed: true, creator: 'left' }, 'hidden'],
  ['a guest: a draft', { status: 'draft', audience: 'public' }, 'hidden'],
  ['a subscriber: a deleted item', { isRemoved: true, isSubscribed: true }, 'hidden'],
  ['a subscriber: an item with a broken file', { status: 'file-error', isSubscribed: true }, 'hidden'],
  ['its creator: a draft', { isOwner: true, status: 'draft' }, 'open'],
  ['its creator before approval', { isOwner: true, creator: 'left' }, 'open'],
  ['its creator in a country they block', { isOwner: true, isKeptOut: true }, 'open'],
  ['its creator: a deleted item', { isOwner: true, isRemoved: true }, 'hidden'],
  ['an administrator: a deleted item', { isModerator: true, isRemoved: true, creator: 'away' }, 'open'],
];

describe('access to an item', () => {
  it.each(rules)('follows the decision for %s', async (_who, facts, access) => {
    const asked = { ...stranger, ...facts };
    expect([itemAccess(asked), ...(await askDatabase([asked]))]).toEqual([access, access]);
  });

  it('is the same in code and in SQL, for every case', async () => {
    const cases = listCases();
    expect(cases).toHaveLength(4 * 4 * 2 * 3 * 2 ** 7);
    const answers = await askDatabase(cases);
    const differing = cases.filter((one, index) => itemAccess(one) !== answers[index]);
    expect(differing).toEqual([]);
  });
});

describe('the offer of an item', () => {
  it.each([
    [{ isSale: true, isFree: false, price: 0 }, 'public'],
    [{ isSale: true, isFree: true, price: 500 }, 'sale'],
    [{ isSale: false, isFree: true, price: 0 }, 'members'],
    [{ isSale: false, isFree: false, price: 0 }, 'subscribers'],
  ] as const)('%j means audience %s', (offer, audience) => {
    expect(getAudience(offer)).toBe(audience);
    expect(toOffer(audience)).toEqual({ isSale: offer.isSale, isFree: offer.isFree && !offer.isSale });
  });
});
