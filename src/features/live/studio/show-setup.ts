import type { EndpointInput } from '@contract/schemas';
import type { SiteSettings } from '@/features/site/settings/settings-slice';
import { describeRange } from '@/lib/format-money';
import { createStoredValue, isObject } from '@/services/storage';

/** Values of the form; amounts as typed. */
export interface ShowSetup {
  title: string;
  description: string;
  type: 'public' | 'group';
  audience: 'everyone' | 'followers' | 'subscribers';
  ticket: 'none' | 'audience' | 'others';
  price: string;
  takesPrivate: boolean;
  /** Per minute. */
  privatePrice: string;
  groupPrice: string;
  goalText: string;
  goalAmount: string;
  isRecorded: boolean;
  isMirrored: boolean;
}

export type SetupField = 'title' | 'price' | 'privatePrice' | 'groupPrice' | 'goalText' | 'goalAmount';
export type SetupProblems = Partial<Record<SetupField, string>>;

export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 2000;
export const MAX_GOAL_TEXT_LENGTH = 80;

export const createSetup = (): ShowSetup => ({
  title: '',
  description: '',
  type: 'public',
  audience: 'everyone',
  ticket: 'none',
  price: '',
  takesPrivate: false,
  privatePrice: '',
  groupPrice: '',
  goalText: '',
  goalAmount: '',
  isRecorded: true,
  isMirrored: true,
});

/** Typed for each show; the other values are saved for the next one. */
export type ShowTexts = Pick<ShowSetup, 'title' | 'description' | 'goalText' | 'goalAmount'>;
type KeptSetup = Omit<ShowSetup, keyof ShowTexts>;

export const NO_TEXTS: ShowTexts = { title: '', description: '', goalText: '', goalAmount: '' };

export const pickTexts = ({ title, description, goalText, goalAmount }: ShowTexts): ShowTexts => ({
  title,
  description,
  goalText,
  goalAmount,
});

const isOneOf = <T extends string>(value: unknown, all: readonly T[]): value is T => all.includes(value as T);
const toSum = (value: unknown): string =>
  typeof value === 'string' && /^\d{0,7}(\.\d{0,2})?$/.test(value) ? value : '';

function parseSetup(value: unknown): KeptSetup | undefined {
  if (!isObject(value)) return undefined;
  const blank = createSetup();
  const { type, audience, ticket } = value;
  return {
    type: isOneOf(type, ['public', 'group']) ? type : blank.type,
    audience: isOneOf(audience, ['everyone', 'followers', 'subscribers']) ? audience : blank.audience,
    ticket: isOneOf(ticket, ['none', 'audience', 'others']) ? ticket : blank.ticket,
    price: toSum(value['price']),
    takesPrivate: value['takesPrivate'] === true,
    privatePrice: toSum(value['privatePrice']),
    groupPrice: toSum(value['groupPrice']),
    isRecorded: value['isRecorded'] !== false,
    isMirrored: value['isMirrored'] !== false,
  };
}

const setupStore = (accountId: string) => createStoredValue(`live_setup_${accountId}`, parseSetup);

export const readSetup = (accountId: string): ShowSetup => ({ ...createSetup(), ...setupStore(accountId).read() });

export function keepSetup(accountId: string, setup: ShowSetup): void {
  const { title: _title, description: _words, goalText: _goal, goalAmount: _sum, ...kept } = setup;
  setupStore(accountId).write(kept);
}

/** Compatible backends only support title, description and ticket. */
export interface SetupReach {
  keepsShows: boolean;
}

/** False if the audience is everyone, because then there are no others to sell a ticket to. */
export const hasOthers = ({ audience }: Pick<ShowSetup, 'audience'>): boolean => audience !== 'everyone';

export const getTicket = ({ ticket, ...setup }: ShowSetup, { keepsShows }: SetupReach): ShowSetup['ticket'] =>
  ticket === 'others' && (!keepsShows || !hasOthers(setup)) ? 'none' : ticket;

type Bounds = Pick<SiteSettings, 'minimumPpvPrice' | 'maximumPpvPrice' | 'minMinutePrice' | 'maxMinutePrice'>;

export function findSetupProblems(setup: ShowSetup, site: Bounds, reach: SetupReach): SetupProblems {
  const problems: SetupProblems = {};
  const check = (field: 'price' | 'privatePrice' | 'groupPrice', least = 0, most: number) => {
    const price = Number(setup[field]);
    if (setup[field] === '') problems[field] = 'Enter a price.';
    else if (!(price >= least && price <= most))
      problems[field] = `Choose another price: ${describeRange(least, most)}`;
  };
  if (setup.title.trim() === '') problems.title = 'Give your show a title.';
  const isGroup = reach.keepsShows && setup.type === 'group';
  if (!isGroup && getTicket(setup, reach) !== 'none') check('price', site.minimumPpvPrice, site.maximumPpvPrice);
  if (!reach.keepsShows) return problems;
  if (isGroup) check('groupPrice', site.minMinutePrice, site.maxMinutePrice);
  else if (setup.takesPrivate) check('privatePrice', site.minMinutePrice, site.maxMinutePrice);
  return { ...problems, ...findGoalProblems(setup) };
}

export function findGoalProblems({ goalText, goalAmount }: Pick<ShowSetup, 'goalText' | 'goalAmount'>): SetupProblems {
  const hasText = goalText.trim() !== '';
  if (goalAmount !== '' && !(Number(goalAmount) > 0)) return { goalAmount: 'Enter an amount, such as 250.' };
  if (hasText && goalAmount === '') return { goalAmount: 'Enter the amount of your goal.' };
  return !hasText && goalAmount !== '' ? { goalText: 'Say what the goal is for.' } : {};
}

export const toGoal = ({ goalText, goalAmount }: Pick<ShowSetup, 'goalText' | 'goalAmount'>) =>
  Number(goalAmount) > 0 ? { text: goalText.trim(), amount: Number(goalAmount) } : null;

/** Compatible backends require a description. Wire contract 2.18. */
export function toWords({ title, description }: Pick<ShowSetup, 'title' | 'description'>, { keepsShows }: SetupReach) {
  const words = { title: title.trim(), description: description.trim() };
  return keepsShows ? words : { ...words, description: words.description || words.title };
}

export function toStartBody(setup: ShowSetup, reach: SetupReach): NonNullable<EndpointInput<'startStream'>['body']> {
  const ticket = getTicket(setup, reach);
  const isGroup = reach.keepsShows && setup.type === 'group';
  const isFree = isGroup || ticket === 'none';
  const words = toWords(setup, reach);
  const entry = { isFree, ...(!isFree && { price: Number(setup.price) }) };
  if (!reach.keepsShows) return { ...words, ...entry };
  const minutePrice = isGroup ? setup.groupPrice : setup.takesPrivate ? setup.privatePrice : '';
  return {
    ...words,
    ...(isGroup ? { isFree: false } : entry),
    type: setup.type,
    audience: setup.audience,
    ticketFor: ticket === 'others' ? 'others' : 'audience',
    minutePrice: minutePrice === '' ? null : Number(minutePrice),
    goal: toGoal(setup),
    isRecorded: setup.isRecorded,
  };
}
