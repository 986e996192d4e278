import type { ParsedUrlQuery } from 'node:querystring';
import { inCoins } from '@contract/base/money';
import { listRequested, type CardSource, type PerformerQuery } from '@/features/identity/performer/performer-slice';
import { formatMoney } from '@/lib/format-money';
import { omitEmpty } from '@/lib/omit-empty';
import { firstCharacters } from '@contract/base/shorten';
import { readSearchText } from '@/lib/read-words';

export const APPEARANCE_FIELDS = [
  { name: 'hair', label: 'Hair', options: 'hairs' },
  { name: 'eyes', label: 'Eyes', options: 'eyes' },
  { name: 'height', label: 'Height', options: 'heights' },
  { name: 'weight', label: 'Weight', options: 'weights' },
  { name: 'bodyType', label: 'Body type', options: 'bodyTypes' },
  { name: 'butt', label: 'Butt', options: 'butts' },
  { name: 'ethnicity', label: 'Ethnicity', options: 'ethnicities' },
  { name: 'sexualOrientation', label: 'Orientation', options: 'sexualOrientations' },
] as const;

const choiceNames = [
  ...(['category', 'country', 'gender', 'language', 'age', 'price'] as const),
  ...APPEARANCE_FIELDS.map(({ name }) => name),
];
type ChoiceName = (typeof choiceNames)[number];

/** Filters of the list of creators. They are in the URL, so that the back button and links keep them. */
export interface CreatorsQuery extends Record<ChoiceName, string> {
  q: string;
  sort: CreatorSort;
  on: CreatorSwitch[];
}

/** `isOwn`: our extension, offered only if the backend has it. */
export const creatorSorts = [
  { value: 'popular', label: 'Most loved', isOwn: false },
  { value: 'trending', label: 'Trending', isOwn: true },
  { value: 'latest', label: 'Newest', isOwn: false },
  { value: 'online', label: 'Online first', isOwn: false },
  { value: 'oldest', label: 'Oldest', isOwn: false },
  { value: 'random', label: 'Surprise me', isOwn: false },
] as const;
type CreatorSort = (typeof creatorSorts)[number]['value'];

/** `isOwn` as above; `needsAccount` marks filters that depend on the viewer's account. */
export const creatorSwitches = [
  {
    value: 'under10',
    getLabel: () => `Under ${formatMoney(inCoins(10), { dropZeros: true })}`,
    isOwn: true,
    needsAccount: false,
  },
  { value: 'trial', getLabel: () => 'Free trial', isOwn: false, needsAccount: false },
  { value: 'online', getLabel: () => 'Online', isOwn: true, needsAccount: false },
  { value: 'live', getLabel: () => 'Live now', isOwn: true, needsAccount: false },
  { value: 'featured', getLabel: () => 'Featured', isOwn: false, needsAccount: false },
  { value: 'following', getLabel: () => 'Following', isOwn: false, needsAccount: true },
] as const;
export type CreatorSwitch = (typeof creatorSwitches)[number]['value'];

/** Ranges of the monthly price, as built-in amounts (see `inCoins`). */
const priceRanges = ['0_5', '5_10', '10_20', '20_'];

const readRange = (range: string) => range.split('_').map((end) => (end ? inCoins(Number(end)) : undefined));

export const listPriceRanges = () =>
  priceRanges.map((value) => {
    const [from, to] = readRange(value).map((end) => end !== undefined && formatMoney(end, { dropZeros: true }));
    return { value, label: value.startsWith('0_') ? `Up to ${to}` : to ? `${from} to ${to}` : `Over ${from}` };
  });

const text = (value: unknown) => (typeof value === 'string' ? firstCharacters(value, 60) : '');
const isAge = (value: string) => /^\d{1,3}_\d{1,3}$/.test(value);

const texts = (query: ParsedUrlQuery) =>
  Object.fromEntries(choiceNames.map((name) => [name, text(query[name])])) as Record<ChoiceName, string>;

export function readCreatorsQuery(query: ParsedUrlQuery): CreatorsQuery {
  const on = text(query['only']).split(',');
  const choices = texts(query);
  return {
    ...choices,
    age: isAge(choices.age) ? choices.age : '',
    price: priceRanges.includes(choices.price) ? choices.price : '',
    q: readSearchText(query['q']),
    sort: creatorSorts.find((sort) => sort.value === query['sort'])?.value ?? 'popular',
    on: creatorSwitches.map((item) => item.value).filter((value) => on.includes(value)),
  };
}

export const writeCreatorsQuery = ({ on, sort, ...texts }: CreatorsQuery) =>
  omitEmpty({ ...texts, only: on.join(','), sort: sort === 'popular' ? '' : sort });

/** Number of filters that are set, without the search text and the category. */
export const countFilters = ({ on, q: _q, sort: _sort, category: _category, ...choices }: CreatorsQuery): number =>
  on.length + Object.values(choices).filter((value) => value !== '').length;

export const withoutFilters = (query: CreatorsQuery): CreatorsQuery => ({ ...readCreatorsQuery({}), sort: query.sort });

function toPerformerQuery({ category, price, sort, on, ...query }: CreatorsQuery): PerformerQuery {
  const gender = (['male', 'female', 'transgender', 'couple'] as const).find((value) => value === query.gender);
  const [least, most] = readRange(price);
  const underTen = inCoins(9.99);
  return omitEmpty({
    ...query,
    gender,
    sortBy: sort === 'random' ? undefined : sort,
    categoryIds: category ? [category] : undefined,
    minPrice: least || undefined,
    maxPrice: on.includes('under10') ? Math.min(most ?? underTen, underTen) : most,
    ...(on.includes('trial') && { isFreeSubscription: true }),
    ...(on.includes('online') && { isOnline: true }),
    ...(on.includes('live') && { live: true }),
    ...(on.includes('featured') && { isFeatured: true }),
    ...(on.includes('following') && { followed: true }),
  });
}

export const creatorsListKey = (query: CreatorsQuery) => `creators:${JSON.stringify(writeCreatorsQuery(query))}`;

export const getSource = ({ sort }: CreatorsQuery): CardSource => (sort === 'random' ? 'random' : 'search');

export const creatorsRequested = (query: CreatorsQuery) =>
  listRequested({ key: creatorsListKey(query), source: getSource(query), query: toPerformerQuery(query) });
