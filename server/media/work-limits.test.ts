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

  it('never gives way once a film can be played, nor where it is short anyway', () => {
    expect(getPaceMs('makeRung', { pace: 'medium', isExtra: true }, defaultLimits)).toBe(Infinity);
    expect(getPaceMs('renderPicture', { pace: 'brief' }, defaultLimits)).toBe(Infinity);
  });
});
