import { checkComments } from '../../scripts/lib/check-comments.mjs';

const check = (line: string) => checkComments([['server/line.ts', line]]).map(({ isRefused }) => isRefused);

describe('the rule that comments are plain', () => {
  it.each([
    '/** What a fan pays. */',
    '  // Who pays twice is paid back.',
    ' * Whoever asks waits.',
    '// The same for creators.',
    '/** Of the charge. */',
    '// A job tells of it later.',
    '{/* Asked anew for each page. */}',
  ])('rejects %s', (line) => {
    expect(check(line)).toContain(true);
  });

  it.each(['// Nobody is charged twice.', '// Until the answer is there.', '/** The gate of a call. */'])(
    'counts but does not reject %s',
    (line) => {
      expect(new Set(check(line))).toEqual(new Set([false]));
    },
  );

  it.each([
    '// The gateway charged this key twice: refund.',
    "const text = 'What a fan pays';",
    '/** Locks the wallets first, then by id. */',
    '// Guests can tell them apart by color.',
  ])('allows %s', (line) => {
    expect(check(line)).toEqual([]);
  });
});
