import { formatCount, pluralise } from '@/lib/format-count';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { formatShare } from '@/lib/percent';
import { getSettingKind, type Setting, type SettingGroup, type SettingName } from './setting-feature';
import { settingTexts } from './setting-texts';

export const settingGroups: { key: SettingGroup; label: string }[] = [
  { key: 'site', label: 'Site' },
  { key: 'sign-up', label: 'Sign-up' },
  { key: 'subscriptions', label: 'Subscriptions' },
  { key: 'money', label: 'Money' },
  { key: 'payouts', label: 'Payouts' },
  { key: 'company', label: 'Company' },
  { key: 'closed site', label: 'Closed site' },
  { key: 'scripts', label: 'Scripts' },
];

export const saleKinds = [
  { key: 'subscription', label: 'Subscriptions' },
  { key: 'tip', label: 'Tips' },
  { key: 'feed', label: 'Posts' },
  { key: 'video', label: 'Videos' },
  { key: 'gallery', label: 'Galleries' },
  { key: 'product', label: 'Products' },
  { key: 'message', label: 'Messages' },
  { key: 'stream', label: 'Live shows' },
] as const;

export const captchaFormWords = [
  { value: 'contact', label: 'Contact form' },
  { value: 'register', label: 'Sign-up' },
];

const nameSetting = (key: SettingName): string => settingTexts[key].label;

const describeShares = (shares: readonly (readonly [string, number])[]): string =>
  shares
    .map(([sale, share]) => `${saleKinds.find((one) => one.key === sale)?.label ?? sale} ${formatShare(share)}`)
    .join(', ');

/** `20%, the site’s`, `20%, the site’s; Subscriptions 15%`. */
export const describeSiteCommission = (
  share: number,
  byKind: readonly { kind: string; commission: number }[],
): string => {
  const kinds = describeShares(byKind.map(({ kind, commission }) => [kind, commission] as const));
  return [`${formatShare(share)}, the site’s`, kinds].filter(Boolean).join('; ');
};

/** `20%`, `$3.00`, `7 days`, `On`, `Not set`. */
export function describeValue({ key, value }: Pick<Setting, 'key' | 'value'>): string {
  const kind = getSettingKind(key);
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') {
    if (kind === 'price') return formatMoney(value);
    if (kind === 'share') return formatShare(value);
    const { unit } = settingTexts[key];
    return unit === undefined ? formatCount(value) : pluralise(value, unit);
  }
  if (typeof value === 'string') {
    if (value === '') return 'Not set';
    return kind === 'time' ? formatFull(value, { timeZone: VIEWER_TIME_ZONE }) : value;
  }
  return describeList(kind, value);
}

function describeList(kind: string, value: unknown): string {
  if (kind === 'menus') return pluralise(Array.isArray(value) ? value.length : 0, 'link');
  if (kind === 'shares') {
    const shares = Object.entries((value ?? {}) as Record<string, number>);
    return shares.length === 0 ? 'Same for all sales' : describeShares(shares);
  }
  const forms = Array.isArray(value) ? value : [];
  const named = captchaFormWords.filter((form) => forms.includes(form.value)).map(({ label }) => label);
  return named.length === 0 ? 'No form' : named.join(', ');
}

const LONG_TEXT = 1000;

/** `From 0% to 100%`, `Up to 200 characters`, `Not above “Largest tip”`; empty without bounds. */
export function describeBounds({ key, bounds }: Pick<Setting, 'key' | 'bounds'>): string {
  const { min, max, maxLength, atMost, atLeast } = bounds;
  const isPrice = getSettingKind(key) === 'price';
  const say = (value: number) => describeValue({ key, value });
  // Each price is at least nothing, and at most what the ledger can hold.
  const range = isPrice
    ? ''
    : min !== undefined && max !== undefined
      ? `from ${say(min)} to ${say(max)}`
      : min !== undefined
        ? `at least ${say(min)}`
        : max !== undefined
          ? `at most ${say(max)}`
          : '';
  const parts = [
    range,
    maxLength === undefined || maxLength > LONG_TEXT ? '' : `up to ${formatCount(maxLength)} characters`,
    atMost === undefined ? '' : `not above “${nameSetting(atMost)}”`,
    atLeast === undefined ? '' : `not below “${nameSetting(atLeast)}”`,
  ].filter(Boolean);
  const text = parts.join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Replaces the names of the API by those on screen: `“Smallest tip” would be above “Largest tip”`. */
export function explainRefusal(key: SettingName, message: string): string {
  const said = message.startsWith(`${key}: `) ? message.slice(key.length + 2) : message;
  const words = said.replaceAll(/\b[a-zA-Z2]+\b/g, (word) =>
    Object.hasOwn(settingTexts, word) ? `“${nameSetting(word as SettingName)}”` : word,
  );
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'} Nothing was changed.`;
}
