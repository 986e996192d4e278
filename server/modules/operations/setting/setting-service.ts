import type { SettingName } from '@contract/operations/setting-forms';
import type { EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { SettingsService } from '../../site/settings/settings-service';

/** Settings as operators see and change them. */
export function createSettingService({ settings }: { settings: Pick<SettingsService, 'describe' | 'writeText'> }) {
  return {
    list: (): Promise<EndpointReply<'listSettings'>> => settings.describe(),

    /** @throws AppError SETTING_REFUSED, SETTING_CONFLICT */
    async save(key: SettingName, value: unknown, by: Operator): Promise<EndpointReply<'listSettings'>> {
      await settings.writeText(key, JSON.stringify(value), by);
      return settings.describe();
    },
  };
}
