/**
 * Moves the clock of one JavaScript realm: what asks `Date` for the present gets it moved by a span, and time passes as
 * it does.
 *
 * @param {typeof globalThis} realm whose `Date` is replaced
 * @param {number} shiftMs milliseconds, positive into the future
 * @returns `moveTo(moment)`, milliseconds since 1970, moves it again; `shiftMs()` says by how much it is moved
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
  return { moveTo: (moment) => void (shift = moment - RealDate.now()), shiftMs: () => shift };
}
