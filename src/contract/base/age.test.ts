import { ageOn, lastBirthday } from './age';

const at = (day: string) => new Date(`${day}T12:00:00Z`);

describe('ageOn and lastBirthday', () => {
  it.each([
    ['2008-06-15', '2026-06-14', 17],
    ['2008-06-15', '2026-06-15', 18],
    ['2008-12-31', '2026-01-01', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-06-15T23:00:00.000Z', '2026-06-15', 18],
  ])('ageOn: someone born on %s is, on %s, %d years old', (born, today, age) => {
    expect(ageOn(born, at(today))).toBe(age);
  });

  it.each(['2026-02-28', '2028-02-29', '2026-06-15', '2026-12-31', '2026-01-01'])(
    'lastBirthday: returns the latest date of birth for age 18 on %s',
    (today) => {
      const born = lastBirthday(18, at(today));
      expect(ageOn(born, at(today))).toBe(18);
      const next = new Date(`${born}T12:00:00Z`);
      next.setUTCDate(next.getUTCDate() + 1);
      expect(ageOn(next.toISOString(), at(today))).toBe(17);
    },
  );
});
