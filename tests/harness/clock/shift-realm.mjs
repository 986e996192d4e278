import { shiftClock } from './shift-clock.mjs';

/** The clock that tests see: it stands at TEST_CLOCK when the run starts. None of them ever sees the machine's date. */
globalThis.testClock = shiftClock(globalThis, Number(process.env.TEST_CLOCK_SHIFT_MS));
