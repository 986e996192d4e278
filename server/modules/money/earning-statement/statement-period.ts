/** A month or a year, in UTC. */
export interface StatementPeriod {
  /** Such as `2026-11` or `2026`. */
  name: string;
  from: Date;
  /** Exclusive. */
  to: Date;
  isYear: boolean;
}

export function readPeriod(name: string): StatementPeriod {
  const [year = 0, month] = name.split('-').map(Number);
  if (month === undefined)
    return { name, from: new Date(Date.UTC(year, 0)), to: new Date(Date.UTC(year + 1, 0)), isYear: true };
  return { name, from: new Date(Date.UTC(year, month - 1)), to: new Date(Date.UTC(year, month)), isYear: false };
}

/** Lists all periods from `first` to `now`, newest first, each year before its months. */
export function listPeriods(first: Date, now: Date): StatementPeriod[] {
  const periods: StatementPeriod[] = [];
  for (let year = now.getUTCFullYear(); year >= first.getUTCFullYear(); year -= 1) {
    periods.push(readPeriod(String(year)));
    for (let month = 12; month >= 1; month -= 1) {
      const period = readPeriod(`${year}-${String(month).padStart(2, '0')}`);
      if (period.from <= now && period.to > first) periods.push(period);
    }
  }
  return periods;
}

const monthText = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** For example `November 2026` or `2026`. */
export const namePeriod = ({ name, from, isYear }: StatementPeriod): string => (isYear ? name : monthText.format(from));
