/**
 * Tests know no day but their own clock's (jest.config.mjs). `npm test` runs a quarter of them at each of these, `npm run soak`
 * all of them: nothing may hold on one day, or in one place, only.
 */
export const testDays = [
  { TEST_CLOCK: '2026-11-19T10:20:00Z', TEST_ZONE: 'America/St_Johns' },
  { TEST_CLOCK: '2026-12-28T10:20:00Z', TEST_ZONE: 'Pacific/Auckland' },
  { TEST_CLOCK: '2028-02-29T10:20:00Z', TEST_ZONE: 'America/St_Johns' },
  { TEST_CLOCK: '2026-12-31T21:45:00Z', TEST_ZONE: 'Pacific/Auckland' },
];
