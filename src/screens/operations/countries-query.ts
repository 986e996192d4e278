import { countryChoice, settingsList } from '@/features/operations/setting/setting-feature';

export const loadCountries = () => [countryChoice.requested(), settingsList.requested()];
