import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { schemas, type EndpointName } from '@contract/schemas';
import { readReply } from '@/services/backend/read-reply';

/** Other backends do not send our own fields. Absent is not the same as false, so parsing a response must not invent them. */
const contract = readFileSync('docs/wire-contract.md', 'utf8');

function fieldsIn(section: string): Set<string> {
  const [, text = ''] = contract.split(`\n### ${section} `);
  const rows = text
    .split('\n### ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return new Set(rows.flatMap((row) => [...row.matchAll(/\w+/g)].map(([word]) => word)));
}

const stamps = ['_id', 'createdAt', 'updatedAt'];
/** Sent although not in the tables: the second spelling of the bookmark flag, and `isDefault`. Wire contract 6. */
const spellings = ['isBookMarked', 'isBookmarked', 'isDefault'];

const entities: [EndpointName, string][] = [
  ['listFeeds', '3.3'],
  ['listPhotos', '3.5'],
  ['searchGalleries', '3.6'],
  ['searchVideos', '3.7'],
  ['searchProducts', '3.8'],
  ['searchUserOrders', '3.9'],
  ['listCards', '3.11'],
  ['searchTransactions', '3.12'],
  ['listCharges', '3.13'],
  ['searchEarnings', '3.14'],
  ['searchUserSubscriptions', '3.16'],
  ['listConversations', '3.17'],
  ['listMessages', '3.18'],
  ['listComments', '3.20'],
  ['listNotifications', '3.21'],
  ['listPosts', '3.22'],
  ['listAddresses', '3.23'],
];

describe.each(entities)('a row of %s', (name, section) => {
  const told = new Set([...fieldsIn(section), ...stamps, ...spellings]);
  const page = schemas[name].data as unknown as z.ZodObject<{ data: z.ZodArray<z.ZodObject<z.ZodRawShape>> }>;
  const { shape } = page.shape.data.element;
  const own = Object.keys(shape).filter((field) => !told.has(field));

  it('is valid without the fields that only our API sends', () => {
    const needed = own.filter((field) => !(shape[field] as z.ZodType).safeParse(undefined).success);
    expect(needed).toEqual([]);
  });

  it('is parsed without inventing such a field', () => {
    const row = { _id: 'a'.repeat(24), performer: { _id: 'b'.repeat(24) } };
    const { data } = readReply(name, { data: [row], total: 1 }) as { data: Record<string, unknown>[] };
    expect(data).toHaveLength(1);
    expect(own.filter((field) => data[0]![field] !== undefined)).toEqual([]);
  });
});

it('the tables of the wire contract were found', () => {
  expect(fieldsIn('3.7').has('participantIds')).toBe(true);
  expect(fieldsIn('3.8').has('isBought')).toBe(false);
});
