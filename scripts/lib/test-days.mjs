/**
 * Clocks and time zones for the unit tests (vitest.config.ts), so that no test depends on the date or the place. `npm test` runs
 * a quarter of the tests with each, `npm run soak` runs all tests with each.
 */
export const testDays = [
  { TEST_CLOCK: '2026-11-19T10:20:00Z', TEST_ZONE: 'America/St_Johns' },
  { TEST_CLOCK: '2026-12-28T10:20:00Z', TEST_ZONE: 'Pacific/Auckland' },
  { TEST_CLOCK: '2028-02-29T10:20:00Z', TEST_ZONE: 'America/St_Johns' },
  { TEST_CLOCK: '2026-12-31T21:45:00Z', TEST_ZONE: 'Pacific/Auckland' },
];
