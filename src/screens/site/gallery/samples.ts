export const noop = () => undefined;

export const LONG_TEXT =
  'A text that is far longer than its place was made for, with averyveryverylongwordwithoutasinglespaceanywhere in it, so that wrapping and cutting can be seen.';
export const LONG_NAME = 'Anastasia-Wilhelmina Featherstonehaugh-Montgomery of the Northern Isles';

export const noor = { name: 'Noor Haddad', avatar: '/art/noor.webp', cover: '/art/botanical.webp', href: '/noor' };
export const leo = { name: 'Leo Brandt', avatar: '/art/leo.webp', cover: '/art/guitar.webp', href: '/leo' };
export const suvi = { name: 'Suvi Laine', avatar: '/art/suvi.webp', cover: '/art/aurora.webp', href: '/suvi' };

/** Fails to load immediately, without a request. */
export const BROKEN_PICTURE = 'data:,';

const MINUTE_MS = 60_000;

/** ISO text. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

export const pictures = ['botanical', 'bread', 'harbour-night', 'paper', 'aurora'].map((name) => ({
  id: name,
  src: `/art/${name}.webp`,
  full: `/art/${name}.webp`,
  alt: `A picture called ${name}`,
  width: 480,
  height: 600,
}));
