import { shiftClock } from './shift-clock.mjs';

/** The clock of all tests: it starts at TEST_CLOCK. Tests never see the machine's date. */
globalThis.testClock = shiftClock(globalThis, Number(process.env.TEST_CLOCK_SHIFT_MS));
