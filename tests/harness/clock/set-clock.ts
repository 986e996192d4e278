/**
 * Puts the clock that this test file sees to a moment, from which it goes on. For tests whose expectations name a day.
 *
 * @param moment ISO 8601; with an offset or `Z` it is the same in every zone that tests run in.
 */
export function setClock(moment: string): void {
  testClock.moveTo(Date.parse(moment));
}
