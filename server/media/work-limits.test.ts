import { defaultLimits, getPaceMs, getTimeout, getTimeoutError } from './work-limits';
import { UnreadableMedia, type Pace, type TaskName } from './media-tasks';

describe('work on films and sounds', () => {
  it.each<[Pace, number]>([
    ['short', 10],
    ['brief', 60],
    ['medium', 1_200],
    ['lengthy', Infinity],
  ])('may take twice as long as its pace is for while others wait, whatever its estimate: %s', (pace, seconds) => {
    for (const name of ['transcodeVideo', 'makeSound'] satisfies TaskName[]) {
      expect(getPaceMs(name, { pace }, defaultLimits)).toBe(seconds * 1000);
      expect(getTimeout(name, { pace }, defaultLimits)).toBe(defaultLimits.longMs);
      expect(getTimeoutError({ pace })).toBeInstanceOf(UnreadableMedia);
    }
  });

  it('may take four times its estimate by the clock, up to four hours: long films are no broken ones', () => {
    const getMinutes = (seconds: number) =>
      getTimeout('transcodeVideo', { pace: 'lengthy', seconds }, defaultLimits) / 60_000;
    expect([600, 1_800, 10_000].map(getMinutes)).toEqual([50, 120, 240]);
    expect(getTimeout('makeRung', { pace: 'lengthy', seconds: 10_000, isExtra: true }, defaultLimits)).toBe(
      50 * 60_000,
    );
  });

  it('never gives way once a film can be played, nor where it is short anyway', () => {
    expect(getPaceMs('makeRung', { pace: 'medium', isExtra: true }, defaultLimits)).toBe(Infinity);
    expect(getPaceMs('renderPicture', { pace: 'brief' }, defaultLimits)).toBe(Infinity);
  });
});
