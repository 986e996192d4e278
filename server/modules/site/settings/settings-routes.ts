import { bind, type Binding } from '../../../http/register-endpoint';
import type { SettingsService } from './settings-service';

export const settingsBindings = (settings: SettingsService): Binding[] => [
  bind('getSettings', () => settings.readPublic()),
  bind('getSettingValues', (call) => settings.readValues(call.body.keys)),
];
