import { useState, type PointerEvent } from 'react';
import { cx } from '@/lib/cx';
import { DataTable } from './data-table';
import styles from './bar-chart.module.css';

interface ChartBar {
  label: string;
  value: number;
}

interface BarChartProps {
  /** For screen readers: one sentence with the period and the highest value. */
  summary: string;
  bars: ChartBar[];
  format: (value: number) => string;
  /** Column headings of the table view: `['Day', 'Earned']`. */
  columns: [string, string];
}

export function BarChart({ summary, bars, format, columns }: BarChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div>
      {asTable ? (
        <DataTable
          caption={summary}
          rows={bars}
          rowKey={(bar) => bar.label}
          columns={[
            { key: 'label', header: columns[0], renderCell: (bar) => bar.label },
            { key: 'value', header: columns[1], renderCell: (bar) => format(bar.value), numeric: true },
          ]}
        />
      ) : (
        <Chart summary={summary} bars={bars} format={format} />
      )}
      <div className={cx('sm muted', styles.foot)}>
        <button type="button" className="link" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'See as a chart' : 'See as a table'}
        </button>
      </div>
    </div>
  );
}

function Chart({ summary, bars, format }: Pick<BarChartProps, 'summary' | 'bars' | 'format'>) {
  const highest = bars.reduce((best, bar, index) => (bar.value > (bars[best]?.value ?? 0) ? index : best), 0);
  const [pointed, setPointed] = useState<number | null>(null);
  const top = roundUp(bars[highest]?.value ?? 0);
  const shown = bars[pointed ?? highest];
  const at = (((pointed ?? highest) + 0.5) / Math.max(1, bars.length)) * 100;
  const handleMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
    setPointed(Math.min(bars.length - 1, Math.max(0, index)));
  };
  return (
    <div className={styles.chart} role="img" aria-label={summary}>
      <div className={cx('muted num', styles.scale)} aria-hidden="true">
        {[4, 3, 2, 1, 0].map((step) => (
          <span key={step}>{format((top / 4) * step)}</span>
        ))}
      </div>
      <div className={styles.plot} onPointerMove={handleMove} onPointerLeave={() => setPointed(null)}>
        <svg viewBox={`0 0 ${bars.length * 10} 100`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 25, 50, 75, 100].map((y) => (
            <path key={y} className={styles.rule} d={`M0 ${y}H${bars.length * 10}`} />
          ))}
          {bars.map((bar, index) => {
            const height = (bar.value / top) * 100;
            const on = index === (pointed ?? highest);
            return (
              <rect
                key={bar.label}
                className={on ? styles.on : styles.bar}
                x={index * 10 + 1.6}
                y={100 - height}
                width={6.8}
                height={height}
              />
            );
          })}
        </svg>
        {shown && (
          <span
            className={cx('xs num', styles.tip)}
            style={{
              left: `${at}%`,
              top: `${100 - (shown.value / top) * 100}%`,
              translate: `${-at}% calc(-100% - 8px)`,
            }}
          >
            <b>{format(shown.value)}</b> · {shown.label}
          </span>
        )}
      </div>
      <div className={cx('muted num nowrap', styles.dates)} aria-hidden="true">
        {spread(bars).map((bar) => (
          <span key={bar.label}>{bar.label}</span>
        ))}
      </div>
    </div>
  );
}

/** The next higher number that is round and whose quarter is round too; never zero. */
function roundUp(value: number): number {
  if (value <= 0) return 4;
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8, 10].find((step) => step * unit >= value) ?? 10) * unit;
}

/** The bars to label: at most five, evenly spaced, including the first and the last. */
function spread(bars: ChartBar[]): ChartBar[] {
  if (bars.length <= 5) return bars;
  return [0, 1, 2, 3, 4].flatMap((step) => bars[Math.round(((bars.length - 1) / 4) * step)] ?? []);
}
