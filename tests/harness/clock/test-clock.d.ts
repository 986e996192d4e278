/** Set by shift-realm.mjs for tests that run on a clock of their own. */
declare const testClock: { moveTo(moment: number): void; shiftMs(): number };
