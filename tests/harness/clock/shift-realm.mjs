import path from 'node:path';
import { crc32 } from 'node:zlib';
import { testDays } from '../../../scripts/lib/test-days.mjs';
import { shiftClock } from './shift-clock.mjs';

/*
 * The clock and time zone of a test file. Tests never see the machine's date. Both belong to the process, which many test files
 * share, so each sets them.
 */
const file = path.relative(process.cwd(), expect.getState().testPath);
const { clock, zone } = testDays[process.env.TEST_DAY ?? crc32(file) % testDays.length];
process.env.TZ = zone;
globalThis.testClock ??= shiftClock(globalThis, 0);
globalThis.testClock.moveTo(Date.parse(clock));
