/**
 * Clocks and time zones for the unit tests, so that no test depends on the date or the place. Each test file runs on one of them,
 * chosen by its path. TEST_DAY is the index of one for all files; `npm run soak` runs all files on each.
 */
export const testDays = [
  { clock: '2026-11-19T10:20:00Z', zone: 'America/St_Johns' },
  { clock: '2026-12-28T10:20:00Z', zone: 'Pacific/Auckland' },
  { clock: '2028-02-29T10:20:00Z', zone: 'America/St_Johns' },
  { clock: '2026-12-31T21:45:00Z', zone: 'Pacific/Auckland' },
];
