import fc from 'fast-check';
import { formatDay, formatDayName, formatFull, formatRelative, formatTime } from './dates';
import { formatBytes } from './format-bytes';
import { formatCount, formatShortCount, pluralise } from './format-count';
import { formatDuration } from './format-duration';
import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { getCurrencySign, formatMoney, formatSigned } from './format-money';

describe('the site currency', () => {
  afterEach(() => setSiteCurrency(defaultCurrency));

  it.each([
    ['JPY', '¥', '¥500', '¥1,234,567', '−¥3'],
    ['EUR', '€', '€500.00', '€1,234,567.00', '−€3.00'],
    ['GBP', '£', '£500.00', '£1,234,567.00', '−£3.00'],
  ])('is used for all amounts: %s', (code, sign, ...texts) => {
    setSiteCurrency(readCurrency(code));
    expect(getCurrencySign()).toBe(sign);
    expect([500, 1_234_567, -3].map((sum) => formatMoney(sum))).toEqual(texts);
  });
});

describe('formatMoney', () => {
  it('formats an amount with its currency', () => {
    expect(formatMoney(8.5)).toBe('$8.50');
    expect(formatMoney(1284.6)).toBe('$1,284.60');
    expect(formatMoney(-3)).toBe('−$3.00');
    expect(formatMoney(50, { dropZeros: true })).toBe('$50');
    expect(formatMoney(4.5, { currency: 'EUR' })).toBe('€4.50');
  });
});

describe('formatting without Intl', () => {
  const dollars = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options });

  it('gives the same amounts as Intl does', () => {
    const [exact, short] = [dollars({}), dollars({ trailingZeroDisplay: 'stripIfInteger' })];
    const sum = fc.oneof(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100 + 0),
      fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(sum, (amount) => {
        expect(formatMoney(amount)).toBe(exact.format(amount).replace('-', '−'));
        expect(formatMoney(amount, { dropZeros: true })).toBe(short.format(amount).replace('-', '−'));
      }),
    );
    expect(getCurrencySign()).toBe('$');
  });

  it('gives the same counts as Intl does', () => {
    const counts = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(formatCount(count)).toBe(counts.format(count));
      }),
    );
  });

  it.each(['UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', undefined])(
    'gives the same dates as Intl does, in the zone %j',
    (timeZone) => {
      const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
      const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
      const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
      const moments = fc.date({ min: new Date('1971-01-02'), max: new Date('2099-01-01'), noInvalidDate: true });
      fc.assert(
        fc.property(moments, (moment) => {
          const options = { timeZone, now: 0 };
          expect(formatFull(moment, options)).toBe(full.format(moment).replace(',', ''));
          expect(formatDay(moment, options)).toBe(day.format(moment));
          expect(formatDay(moment, { ...options, month: 'short' })).toBe(short.format(moment));
        }),
      );
    },
  );
});

describe('numbers', () => {
  it('formats counts, durations and sizes', () => {
    expect(pluralise(1, 'post')).toBe('1 post');
    expect(pluralise(1840, 'photo')).toBe('1,840 photos');
    expect(pluralise(2, 'reply', 'replies')).toBe('2 replies');
    expect(formatDuration(40)).toBe('0:40');
    expect(formatDuration(1104.9)).toBe('18:24');
    expect(formatDuration(3725)).toBe('1:02:05');
    expect(formatDuration(Number.NaN)).toBe('0:00');
    expect(formatBytes(900)).toBe('900 B');
    expect(formatBytes(380 * 1024 * 1024)).toBe('380 MB');
    expect(formatBytes(1.4 * 1024 ** 3)).toBe('1.4 GB');
  });

  it('formatShortCount rounds large counts', () => {
    expect([1840, 99_999, 123_856, 1_234_567, 12_000_000].map((count) => formatShortCount(count))).toEqual([
      '1,840',
      '99,999',
      '124K',
      '1.2M',
      '12M',
    ]);
  });
});

describe('dates', () => {
  const now = Date.parse('2026-11-21T09:40:00Z');
  const ago = (value: string, timeZone = 'UTC') => formatRelative(value, { now, timeZone });

  it('formats older dates less precisely', () => {
    expect(ago('2026-11-21T09:39:30Z')).toBe('just now');
    expect(ago('2026-11-21T09:14:00Z')).toBe('26 minutes ago');
    expect(ago('2026-11-21T04:40:00Z')).toBe('5 hours ago');
    expect(ago('2026-11-20T22:00:00Z')).toBe('yesterday');
    expect(ago('2026-11-19T12:00:00Z')).toBe('Thursday');
    expect(ago('2026-11-12T12:00:00Z')).toBe('12 November');
    expect(ago('2024-11-12T12:00:00Z')).toBe('12 November 2024');
  });

  it('formats dates for narrow lists', () => {
    const short = (value: string) => formatRelative(value, { now, timeZone: 'UTC', short: true });
    expect(short('2026-11-21T09:14:00Z')).toBe('26 min');
    expect(short('2026-11-21T04:40:00Z')).toBe('5 h');
    expect(short('2026-11-20T22:00:00Z')).toBe('yesterday');
    expect(short('2026-11-19T12:00:00Z')).toBe('Thu');
    expect(short('2026-11-12T12:00:00Z')).toBe('12 Nov');
  });

  it('formats today and yesterday by name, other days by date', () => {
    const name = (value: string, timeZone = 'UTC') => formatDayName(value, { now, timeZone });
    expect(name('2026-11-21T00:01:00Z')).toBe('Today');
    expect(name('2026-11-20T23:59:00Z')).toBe('Yesterday');
    expect(name('2026-11-20T23:59:00Z', 'Asia/Tokyo')).toBe('Today');
    expect(name('2026-11-19T12:00:00Z')).toBe('19 November');
    expect(name('2025-12-21T12:00:00Z')).toBe('21 December 2025');
    expect(formatTime('2026-11-21T09:04:00Z', { timeZone: 'UTC' })).toBe('09:04');
  });

  it('counts days in the given time zone', () => {
    expect(ago('2026-11-20T23:30:00Z', 'Europe/Lisbon')).toBe('yesterday');
    expect(ago('2026-11-20T23:30:00Z', 'Asia/Tokyo')).toBe('10 hours ago');
  });

  it('formats a future day by its date', () => {
    expect(ago('2026-12-21T00:00:00Z')).toBe('21 December');
    expect(formatDay('2027-01-02T00:00:00Z', { now, timeZone: 'UTC' })).toBe('2 January 2027');
    expect(formatFull('2026-11-21T09:14:00Z', { timeZone: 'UTC' })).toBe('Saturday 21 November 2026 at 09:14');
  });
});

describe('missing or broken values', () => {
  const broken = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY] as (number | null | undefined)[];
  const noDates = [undefined, null, '', 'soon', Number.NaN] as (string | number | null | undefined)[];

  it.each(broken)('are not formatted as a number: %j', (value) => {
    expect([
      formatMoney(value),
      formatSigned(value),
      formatCount(value),
      formatShortCount(value),
      formatBytes(value),
    ]).toEqual(Array(5).fill('—'));
    expect(pluralise(value, 'post')).toBe('— posts');
  });

  it.each(noDates)('are not formatted as a date: %j', (value) => {
    const ways = [formatRelative, formatFull, formatDay, formatDayName, formatTime];
    expect(ways.map((format) => format(value, { timeZone: 'UTC' }))).toEqual(Array(5).fill(''));
  });
});
