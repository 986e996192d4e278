import type { Feature } from '@/store/feature';
import { settingsSaga } from './settings-saga';
import { settingsSlice } from './settings-slice';

/** What the operator has set, and whether the visitor's country may be here. Filled before the first page is shown, looked at again later. */
export const settingsFeature: Feature = { name: 'settings', reducer: settingsSlice.reducer, saga: settingsSaga };
