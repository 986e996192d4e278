/**
 * Moves the clock of this test file, which keeps running. For tests that expect a certain day.
 * @param moment ISO 8601; with `Z` or an offset it does not depend on the time zone
 */
export function setClock(moment: string): void {
  testClock.moveTo(Date.parse(moment));
}
