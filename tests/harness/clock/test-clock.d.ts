/** Set by shift-realm.mjs where tests run on a clock of their own. */
declare const testClock: { moveTo(moment: number): void; shiftMs(): number };
