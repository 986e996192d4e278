import { defineConsolePage } from '@/composition/define-console-page';
import { findFeature } from '@/features/operations/find/find-feature';
import { loadFound } from '@/screens/operations/find-query';
import { FindScreen } from '@/screens/operations/lazy-screens';

export default defineConsolePage(FindScreen, { permission: 'readLog', features: [findFeature], load: loadFound });
