import { shiftClock } from './shift-clock.mjs';

/*
 * The clock of all tests: it starts at TEST_CLOCK. Tests never see the machine's date. The clock belongs to the realm, which many
 * test files share, so each resets it.
 */
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS);
globalThis.testClock ??= shiftClock(globalThis, shiftMs);
globalThis.testClock.shiftTo(shiftMs);
