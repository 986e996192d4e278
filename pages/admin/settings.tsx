import { defineConsolePage } from '@/composition/define-console-page';
import { settingFeature } from '@/features/operations/setting/setting-feature';
import { SettingsScreen } from '@/screens/operations/lazy-screens';
import { loadSettings } from '@/screens/operations/settings-query';

export default defineConsolePage(SettingsScreen, {
  permission: 'manageSite',
  features: [settingFeature],
  load: loadSettings,
});
