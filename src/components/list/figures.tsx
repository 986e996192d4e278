import type { ReactNode } from 'react';

export function Figures({
  figures,
  className,
}: {
  figures: { label: string; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={className}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="price num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
