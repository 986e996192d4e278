/** NaN for an empty list. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell)),
  );
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('   ')}`);
  }
}

/** If the target is missed, the benchmark exits with code 1. */
export function expectTarget(name: string, value: number, target: { atLeast: number } | { atMost: number }): void {
  const isMet = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  const words = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  console.log(`  ${isMet ? '✓' : '✗'} ${name}: ${value.toFixed(2)} (${words})`);
  if (!isMet) process.exitCode = 1;
}
