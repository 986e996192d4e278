import { shiftClock } from './shift-clock.mjs';

/*
 * Jest's workers load this by NODE_OPTIONS. shift-realm.mjs moves the clock of the tests; this moves the clock of jsdom itself,
 * such as of its cookie jar. Programs that tests start inherit the option and keep the machine's clock.
 */
if (/jest-worker/.test(process.argv[1] ?? '')) shiftClock(globalThis, Number(process.env.TEST_CLOCK_SHIFT_MS));
