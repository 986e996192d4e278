import type { StudioKindName } from '@/config/item-names';
import { selectCan } from '@/store/backend';

/** Whether items of a kind may wait for their day here; elsewhere they would be published at once. */
export const selectCanWait = (kind: StudioKindName) =>
  selectCan(kind === 'feed' || kind === 'video' ? 'schedule' : 'assetSchedule');
