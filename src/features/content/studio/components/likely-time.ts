import { addDays, toLocalTime } from '@/lib/calendar';

/** Tomorrow, at the hour with the most visits, as a local time such as `2026-11-21T18:00`. */
export const getLikelyTime = () => `${addDays(toLocalTime(Date.now()).slice(0, 10), 1)}T18:00`;
