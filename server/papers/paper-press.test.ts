import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readPdf } from '../../tests/harness/read-pdf';
import { MOST_ROWS, type Paper } from './paper';
import { createPaperPress } from './paper-press';

const buildPaper = (rows: number, cell = 'Zoë'): Paper => {
  const columns = ['Day', 'What', 'Paid', 'Yours'].map((label, at) => {
    return { label, share: 1, ...(at > 1 && { isNumber: true as const }) };
  });
  const table = { kind: 'table', caption: 'Movements', columns } as const;
  const lines = Array.from({ length: rows }, (_, at) => [
    '2026-11-28',
    `${cell} ${at}`,
    '$1,234,567,890.12',
    `$${at}.00`,
  ]);
  const sheet = {
    heading: 'Statement',
    parties: [{ label: 'For', lines: [cell] }],
    facts: [['Period', '2026']],
  } as const;
  return { title: 'Statement', siteName: 'Ovela', sheets: [{ ...sheet, blocks: [{ ...table, rows: lines }] }] };
};

describe('createPaperPress', () => {
  it('prints numbered pages with repeated table headers, without blocking the event loop', async () => {
    const press = createPaperPress();
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const bytes = await press.print(buildPaper(400));
    delays.disable();
    // The delay is a few milliseconds on an idle machine; printing takes hundreds.
    expect(delays.percentile(90) / 1e6).toBeLessThan(60);
    const { pages, roles } = await readPdf(bytes);
    expect(pages.length).toBeGreaterThan(8);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Page ${at + 1}`);
      expect(page).toContain('Day What Paid Yours');
    }
    expect(pages.at(-1)).toContain('Zoë 399');
    expect(roles.filter((role) => role === 'TR').length).toBeGreaterThanOrEqual(400);
  });

  it('does not truncate large amounts', async () => {
    const { pages } = await readPdf(await createPaperPress().print(buildPaper(1)));
    expect(pages[0]).toContain('$1,234,567,890.12');
  });

  it('prints one document at a time, and continues after a failure or a timeout', async () => {
    const press = createPaperPress();
    const broken = { ...buildPaper(1), sheets: [null] } as unknown as Paper;
    const all = await Promise.allSettled([
      press.print(buildPaper(2)),
      press.print({ ...buildPaper(1), title: undefined } as unknown as Paper),
      press.print(buildPaper(3)),
    ]);
    expect(all[0]?.status).toBe('fulfilled');
    expect(all[2]?.status).toBe('fulfilled');
    await expect(press.print(broken)).rejects.toThrow('null');
    const hasty = createPaperPress({ longestMs: 1 });
    await expect(hasty.print(buildPaper(2_000))).rejects.toThrow('Printing took longer than 1 ms');
    expect((await press.print(buildPaper(1))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('rejects documents with too many rows', async () => {
    await expect(createPaperPress().print(buildPaper(MOST_ROWS + 1))).rejects.toThrow(`${MOST_ROWS + 1} rows`);
  });

  it('prints again after an idle process was ended', async () => {
    const press = createPaperPress({ idleMs: 1 });
    await press.print(buildPaper(1));
    expect((await press.print(buildPaper(1))).length).toBeGreaterThan(1_000);
  });
});
