/**
 * Shifts the clock of one JavaScript realm. Time keeps passing.
 * @param {typeof globalThis} realm whose `Date` is replaced
 * @param {number} shiftMs positive for the future
 * @returns `moveTo(moment)` in milliseconds since 1970 changes the shift; `shiftMs()` returns it
 */
export function shiftClock(realm, shiftMs) {
  let shift = shiftMs;
  const RealDate = realm.Date;
  const now = () => RealDate.now() + shift;
  realm.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget === realm.Date ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  return {
    moveTo: (moment) => void (shift = moment - RealDate.now()),
    shiftMs: () => shift,
  };
}
