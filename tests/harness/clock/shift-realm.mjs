import path from 'node:path';
import { crc32 } from 'node:zlib';
import { testDays } from '../../../scripts/lib/test-days.mjs';

/*
 * The clock and time zone of a test file. Tests never see the machine's date. Both belong to the process, which many test files
 * share, so each sets them.
 */
const file = path.relative(process.cwd(), expect.getState().testPath);
const { clock, zone } = testDays[process.env.TEST_DAY ?? crc32(file) % testDays.length];
process.env.TZ = zone;
globalThis.testClock ??= replaceClock();
globalThis.testClock.moveTo(Date.parse(clock));

/**
 * Replaces `Date` by one with a clock that can be moved. Time keeps passing.
 * @returns `moveTo(moment)` in milliseconds since 1970 moves it; `shiftMs()` returns by how much it is ahead
 */
function replaceClock() {
  let shift = 0;
  const RealDate = globalThis.Date;
  const now = () => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget === globalThis.Date ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  return {
    moveTo: (moment) => void (shift = moment - RealDate.now()),
    shiftMs: () => shift,
  };
}
