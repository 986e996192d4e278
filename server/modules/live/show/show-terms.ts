import { toCents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { ShowRow } from './show-repository';

type ShowInput = Partial<EndpointPart<'startStream', 'body'>> &
  Pick<EndpointPart<'updateLiveStream', 'body'>, 'chat' | 'pinnedMessageId'>;

export type ShowTerms = Pick<
  ShowRow,
  | 'type'
  | 'title'
  | 'description'
  | 'audience'
  | 'price'
  | 'ticketFor'
  | 'minutePrice'
  | 'goalText'
  | 'goalAmount'
  | 'isRecorded'
  | 'slowSeconds'
  | 'chatWriters'
  | 'isEmoteOnly'
  | 'pinnedMessageId'
>;

/** Used if a client sends no settings. The audience is subscribers, as in compatible backends. */
export const defaultTerms: ShowTerms = {
  type: 'public',
  title: '',
  description: '',
  audience: 'subscribers',
  price: null,
  ticketFor: 'audience',
  minutePrice: null,
  goalText: '',
  goalAmount: null,
  isRecorded: false,
  slowSeconds: 0,
  chatWriters: 'everyone',
  isEmoteOnly: false,
  pinnedMessageId: null,
};

/** Applies changed fields: absent ones keep their value, null clears it. @throws AppError MISSING_REQUIRED_PROPS */
export function mergeTerms(input: ShowInput, current: ShowTerms): ShowTerms {
  const { title, description, audience, ticketFor, isRecorded, chat, goal, pinnedMessageId } = input;
  const hasGoal = goal === undefined ? current.goalAmount !== null : goal !== null && goal.amount > 0;
  return {
    type: current.type,
    title: title ?? current.title,
    description: description ?? current.description,
    audience: audience ?? current.audience,
    ticketFor: ticketFor ?? current.ticketFor,
    ...mergePrices(input, current),
    goalText: hasGoal ? (goal?.text ?? current.goalText) : '',
    goalAmount: hasGoal ? (goal ? toCents(goal.amount) : current.goalAmount) : null,
    isRecorded: isRecorded ?? current.isRecorded,
    slowSeconds: chat?.slowSeconds ?? current.slowSeconds,
    chatWriters: chat?.writers ?? current.chatWriters,
    isEmoteOnly: chat?.emoteOnly ?? current.isEmoteOnly,
    pinnedMessageId: pinnedMessageId === undefined ? current.pinnedMessageId : pinnedMessageId,
  };
}

function mergePrices(
  { isFree, price, minutePrice }: ShowInput,
  { type, ...current }: ShowTerms,
): Pick<ShowTerms, 'price' | 'minutePrice'> {
  const minute = minutePrice === undefined ? current.minutePrice : toPrice(minutePrice);
  if (type === 'group') {
    if (minute === null) throwMissing('minutePrice');
    return { price: null, minutePrice: minute };
  }
  const ticket = isFree === true ? null : price === undefined ? current.price : toPrice(price);
  if (isFree === false && ticket === null) throwMissing('price');
  return { price: ticket, minutePrice: minute };
}

const toPrice = (dollars: number | null): Cents | null => (dollars === null || dollars === 0 ? null : toCents(dollars));

/** @throws AppError PRICE_OUT_OF_BOUNDS if a price was changed to one outside the site's bounds */
export function checkPrices(next: ShowTerms, current: ShowTerms, site: SiteSettings): void {
  const isOutside = (price: Cents | null, [min, max]: readonly [number, number]) =>
    price !== null && (price < toCents(min) || price > toCents(max));
  const ticketBounds = [site.minimumPpvPrice, site.maximumPpvPrice] as const;
  const minuteBounds = [site.minMinutePrice, site.maxMinutePrice] as const;
  const isWrong =
    (next.price !== current.price && isOutside(next.price, ticketBounds)) ||
    (next.minutePrice !== current.minutePrice && isOutside(next.minutePrice, minuteBounds));
  if (isWrong) throw new AppError('PRICE_OUT_OF_BOUNDS');
}

function throwMissing(field: string): never {
  throw new AppError('MISSING_REQUIRED_PROPS', { message: `This show needs: ${field}.` });
}
