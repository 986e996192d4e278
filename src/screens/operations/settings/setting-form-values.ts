import dayjs, { type Dayjs } from 'dayjs';
import { fromPercent, toRoundPercent } from '@/lib/percent';
import type { Setting, SettingKind } from '@/features/operations/setting/setting-feature';

export interface MenuLink {
  title: string;
  path: string;
  section: 'main' | 'header' | 'footer';
  isNewTab?: boolean;
}

/** The value as its field shows it: shares in percent, times as dayjs. */
export function toFormValue(kind: SettingKind, value: Setting['value']): unknown {
  if (kind === 'share') return toRoundPercent(Number(value));
  if (kind === 'shares')
    return Object.fromEntries(
      Object.entries((value ?? {}) as Record<string, number>).map(([sale, share]) => [sale, toRoundPercent(share)]),
    );
  if (kind === 'time') return value === '' ? null : dayjs(String(value));
  return value;
}

export function fromFormValue(kind: SettingKind, value: unknown): unknown {
  if (kind === 'share') return fromPercent(Number(value));
  if (kind === 'shares') {
    const filled = Object.entries((value ?? {}) as Record<string, number | null>).filter(([, share]) =>
      isNumber(share),
    );
    return Object.fromEntries(filled.map(([sale, share]) => [sale, fromPercent(Number(share))]));
  }
  if (kind === 'time') return value ? (value as Dayjs).toISOString() : '';
  if (kind === 'menus') return toLinks(value);
  return kind === 'flag' ? value === true : (value ?? '');
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Links are shown in the order of the list. */
const toLinks = (value: unknown) =>
  ((value ?? []) as MenuLink[]).map(({ title, path, section, isNewTab = false }, index) => ({
    title: title.trim(),
    path: path.trim(),
    section,
    isNewTab,
    internal: !/^https?:/i.test(path.trim()),
    ordering: index + 1,
  }));
