import { fromCents, type Cents } from '@contract/base/money';

export type Span = 'day' | 'week' | 'month';

interface Sums {
  /** First day of the span, as `2026-01-31`. */
  date: string;
  gross: Cents;
  net: Cents;
}

/** Spans in one answer: almost three years of days, more than a chart can show. */
const MOST = 1000;

/**
 * Fills the spans nothing was sold in, so that a chart can draw the series as it comes. Weeks start on Monday; UTC.
 *
 * @param rows sums by span, oldest first.
 * @param range from the day that holds `from` until `to`; the newest 1000 spans of it.
 */
export function fillSeries(rows: readonly Sums[], span: Span, range: { from: Date; to: Date }) {
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const dates: string[] = [];
  for (let day = startOfSpan(range.from, span); day < range.to; day = nextSpan(day, span)) {
    dates.push(day.toISOString().slice(0, 10));
    if (dates.length > MOST) dates.shift();
  }
  return dates.map((date) => {
    const sums = byDate.get(date);
    return { date, grossPrice: sums ? fromCents(sums.gross) : 0, netPrice: sums ? fromCents(sums.net) : 0 };
  });
}

function startOfSpan(moment: Date, span: Span): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  if (span === 'month') return new Date(Date.UTC(year, month, 1));
  const sinceMonday = (moment.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, span === 'week' ? day - sinceMonday : day));
}

function nextSpan(day: Date, span: Span): Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if (span === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, date + (span === 'week' ? 7 : 1)));
}
