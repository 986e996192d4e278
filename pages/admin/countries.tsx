import { defineConsolePage } from '@/composition/define-console-page';
import { settingFeature } from '@/features/operations/setting/setting-feature';
import { CountriesScreen } from '@/screens/operations/lazy-screens';
import { loadCountries } from '@/screens/operations/countries-query';

export default defineConsolePage(CountriesScreen, {
  permission: 'manageSite',
  features: [settingFeature],
  load: loadCountries,
});
