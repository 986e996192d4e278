import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { settingsList, type SettingGroup } from '@/features/operations/setting/setting-feature';
import { settingGroups } from '@/features/operations/setting/setting-words';
import { withQuery } from '@/lib/omit-empty';

/** In the URL: `?group=money&q=tip`. A search looks through all groups. */
export interface SettingFilter {
  group: SettingGroup;
  q: string;
}

export const readSettingFilter = ({ group, q }: ParsedUrlQuery): SettingFilter => ({
  group: settingGroups.find(({ key }) => key === group)?.key ?? 'site',
  q: typeof q === 'string' ? q : '',
});

export const settingsHref = ({ group, q }: SettingFilter): string =>
  withQuery(consolePaths.settings, { group: group === 'site' ? null : group, q });

export const loadSettings = () => [settingsList.requested()];
