import { cents, toCents } from '@contract/base/money';
import type { Cents } from '@contract/base/money';
import { createRandom } from '../draw/random';
import type { DemoComment, DemoMovement, DemoSubscription, PurchaseKind } from '../types';
import { creators } from './all-creators';
import { days, hours } from './build';
import { conversations } from './conversations';
import { fans } from './fans';
import type { CreatorName, FanName } from './names';
import { adasTips, adasTopUps, toldPurchases } from './purchases';
import { subscriptions } from './subscriptions';

const historyMinutes = days(90);
const periodDays = { monthly: 30, yearly: 365 } as const;
/** Amounts of generated tips, in major units. */
const usualTips = [3, 4, 5, 5, 8, 10, 15, 20] as const;
const usualTopUp = toCents(50);

interface ForSale {
  kind: PurchaseKind;
  key: string;
  creator: CreatorName;
  price: Cents;
  minutesAgo: number;
}

const shows = creators.flatMap(({ username, shows: own = [] }) => own.map((show) => ({ ...show, creator: username })));
/** Replays are for sale, but no demo fan has bought one. */
const replays = new Set(shows.map(({ replay }) => replay));

function listForSale(): Map<string, ForSale> {
  const items = creators.flatMap(({ username, posts, galleries, videos, products }) => {
    const priced = (kind: PurchaseKind, list: typeof posts | typeof galleries | typeof videos): ForSale[] =>
      list.flatMap(({ key, access, minutesAgo }) =>
        access.kind === 'sale' ? [{ kind, key, creator: username, price: toCents(access.price), minutesAgo }] : [],
      );
    const sold = products.map(({ key, price, minutesAgo }): ForSale => ({
      kind: 'product',
      key,
      creator: username,
      price: toCents(price),
      minutesAgo,
    }));
    return [...priced('feed', posts), ...priced('gallery', galleries), ...priced('video', videos), ...sold];
  });
  const messages = conversations.flatMap(({ creator, messages: all }) =>
    all.flatMap(({ sale, minutesAgo }): ForSale[] =>
      sale ? [{ kind: 'message', key: sale.key, creator, price: toCents(sale.price), minutesAgo }] : [],
    ),
  );
  const tickets = shows.map(({ key, creator, price, minutesAgo }): ForSale => ({
    kind: 'stream',
    key,
    creator,
    price: toCents(price),
    minutesAgo,
  }));
  return new Map([...items, ...messages, ...tickets].map((item) => [item.key, item]));
}

type Purchase = Extract<DemoMovement, { kind: 'purchase' }>;

/** The listed purchases, plus one for each comment on an item for sale: fans can only comment on what they have unlocked. */
function listKnownPurchases(forSale: Map<string, ForSale>): Purchase[] {
  const buy = (
    fan: FanName,
    key: string,
    minutesAgo: number,
    more: Pick<Purchase, 'order'> & { quantity?: number } = {},
  ): Purchase => {
    const item = forSale.get(key);
    if (!item) throw new Error(`No item for sale has the key "${key}"`);
    const { quantity = 1, order } = more;
    return {
      kind: 'purchase',
      fan,
      creator: item.creator,
      target: item.kind,
      key,
      quantity,
      amount: cents(item.price * quantity),
      minutesAgo,
      order,
    };
  };
  const told = toldPurchases.map(({ fan, key, minutesAgo, quantity, order }) =>
    buy(fan, key, minutesAgo, { quantity, order }),
  );
  const talked = creators.flatMap(({ username, posts, videos }) =>
    [...posts, ...videos].flatMap(({ key, access, comments, minutesAgo }) => {
      if (access.kind !== 'sale') return [];
      return listVoices(comments).flatMap(({ by, minutesAgo: saidAt }) =>
        by === username ? [] : [buy(by as FanName, key, Math.min(minutesAgo - 1, saidAt + 45))],
      );
    }),
  );
  const tickets = shows.flatMap(({ key, minutesAgo, tickets: buyers }) =>
    buyers.map((fan, index) => buy(fan, key, minutesAgo - 1 - index)),
  );
  return [...told, ...talked, ...tickets];
}

const listVoices = (comments: readonly DemoComment[]): DemoComment[] =>
  comments.flatMap((comment) => [comment, ...listVoices(comment.replies ?? [])]);

/** One payment for each period begun since the subscription started. */
function listPeriods({ fan, creator, type, startedDaysAgo }: DemoSubscription): DemoMovement[] {
  const prices = creators.find(({ username }) => username === creator);
  if (type === 'free' || !prices) return [];
  const amount = toCents(type === 'yearly' ? prices.yearlyPrice : prices.monthlyPrice);
  const count = Math.floor(startedDaysAgo / periodDays[type]) + 1;
  return Array.from({ length: count }, (_, i) => ({
    kind: 'subscription',
    fan,
    creator,
    type,
    period: i + 1,
    amount,
    minutesAgo: days(startedDaysAgo - i * periodDays[type]),
  }));
}

const listConversationTips = (): DemoMovement[] =>
  conversations.flatMap(({ fan, creator, messages }) =>
    messages.flatMap(({ tip, minutesAgo }): DemoMovement[] =>
      tip ? [{ kind: 'tip', fan, creator, amount: toCents(tip), minutesAgo, inConversation: true }] : [],
    ),
  );

const listShowTips = (): DemoMovement[] =>
  shows.flatMap(({ key: show, creator, chat, minutesAgo }) =>
    chat.flatMap(({ by, tip, minute }): DemoMovement[] => {
      const about = { creator, minutesAgo: minutesAgo - minute, inConversation: false, show };
      return tip ? [{ kind: 'tip', fan: by as FanName, amount: toCents(tip), ...about }] : [];
    }),
  );

/** Generates three months of tips and purchases, the same on every start. Noor gets more, because hers is the demo account. */
function makeUpSpending(
  fan: FanName,
  seed: number,
  forSale: Map<string, ForSale>,
  bought: Set<string>,
): DemoMovement[] {
  const random = createRandom(seed);
  const known = [
    ...new Set([
      ...subscriptions.filter((one) => one.fan === fan).map(({ creator }) => creator),
      ...(fans.find(({ username }) => username === fan)?.follows ?? []),
    ]),
  ];
  const tips = Array.from({ length: random.int(6, 10) }, (): DemoMovement => ({
    kind: 'tip',
    fan,
    creator: random.chance(0.55) ? 'demo-creator' : (random.shuffle(known)[0] ?? 'demo-creator'),
    amount: toCents(random.pick(usualTips)),
    minutesAgo: Math.round(random.between(hours(3), historyMinutes - days(1))),
    inConversation: false,
  }));
  const open = [...forSale.values()].filter(
    ({ kind, key, creator }) =>
      kind !== 'message' &&
      kind !== 'product' &&
      kind !== 'stream' &&
      !replays.has(key) &&
      !bought.has(`${fan} ${key}`) &&
      (known.includes(creator) || creator === 'demo-creator'),
  );
  const purchases = random
    .shuffle(open)
    .slice(0, random.int(2, 5))
    .map((item): DemoMovement => ({
      kind: 'purchase',
      fan,
      creator: item.creator,
      target: item.kind,
      key: item.key,
      quantity: 1,
      amount: item.price,
      minutesAgo: Math.round(random.between(hours(1), item.minutesAgo)),
    }));
  return [...tips, ...purchases];
}

/** Adds a top-up an hour before the wallet would run out. */
function withTopUps(fan: FanName, spending: readonly DemoMovement[]): DemoMovement[] {
  let left = 0;
  return spending.toSorted(byTime).flatMap((movement): DemoMovement[] => {
    if (movement.kind === 'subscription') return [movement];
    const missing = movement.amount - left;
    const times = Math.max(0, Math.ceil(missing / usualTopUp));
    left += times * usualTopUp - movement.amount;
    if (times === 0) return [movement];
    return [{ kind: 'top-up', fan, amount: cents(times * usualTopUp), minutesAgo: movement.minutesAgo + 60 }, movement];
  });
}

const byTime = (a: { minutesAgo: number }, b: { minutesAgo: number }) => b.minutesAgo - a.minutesAgo;

function listMovements(): DemoMovement[] {
  const forSale = listForSale();
  const purchases = listKnownPurchases(forSale);
  const bought = new Set(purchases.map(({ fan, key }) => `${fan} ${key}`));
  const known = [...purchases, ...listConversationTips(), ...listShowTips(), ...subscriptions.flatMap(listPeriods)];
  const ada: DemoMovement[] = [
    ...adasTopUps.map(({ amount, minutesAgo }): DemoMovement => ({
      kind: 'top-up',
      fan: 'demo-fan',
      amount: toCents(amount),
      minutesAgo,
    })),
    ...adasTips.map(({ creator, amount, minutesAgo }): DemoMovement => ({
      kind: 'tip',
      fan: 'demo-fan',
      creator,
      amount: toCents(amount),
      minutesAgo,
      inConversation: false,
    })),
    ...known.filter(({ fan }) => fan === 'demo-fan'),
  ];
  const others = fans.flatMap(({ username }, i) =>
    username === 'demo-fan'
      ? []
      : withTopUps(username, [
          ...known.filter(({ fan }) => fan === username),
          ...makeUpSpending(username, 100 + i, forSale, bought),
        ]),
  );
  return [...ada, ...others].toSorted(byTime);
}

export const movements: readonly DemoMovement[] = listMovements();
