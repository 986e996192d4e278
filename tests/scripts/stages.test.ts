import { createStages } from '../../scripts/lib/stages.mjs';

function startStages() {
  vi.useFakeTimers();
  const lines: string[] = [];
  return { stages: createStages((line: string) => lines.push(line)), lines };
}

afterEach(() => vi.useRealTimers());

describe('the output of npm start', () => {
  it('has one line per stage, with the duration', () => {
    const { stages, lines } = startStages();
    stages.begin('Dependencies');
    vi.advanceTimersByTime(400);
    stages.begin('Build');
    vi.advanceTimersByTime(2_900);
    stages.end();
    stages.end();
    expect(lines).toEqual(['  ✓ Dependencies (0.4 s)', '  ✓ Build (2.9 s)']);
  });

  it('shows the progress of a stage that takes over 3 s', () => {
    const { stages, lines } = startStages();
    stages.begin('Demo content');
    stages.progress('12 of 90');
    vi.advanceTimersByTime(2_999);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(lines).toEqual(['  … Demo content: 12 of 90 (3.0 s)']);
    vi.advanceTimersByTime(20_000);
    expect(lines.length).toBeGreaterThan(1);
    stages.end();
    expect(lines.at(-1)).toContain('✓ Demo content (23.0 s)');
    const { length } = lines;
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(length);
  });
});
