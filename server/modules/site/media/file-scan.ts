import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { MalwareGateway } from '../../../gateways/malware';
import type { Failures } from '../../../log/failures';
import { createFairTurns } from '../../../lib/fair-turns';
import { UnreadableMedia } from '../../../media/media-tasks';

export class ScanUnavailable extends Error {
  override readonly name = 'ScanUnavailable';

  /** @param isOfFile true if the scanner is available, but failed on this file */
  constructor(
    readonly isOfFile: boolean,
    options?: ErrorOptions,
  ) {
    super(isOfFile ? 'The malware scanner failed on this file' : 'The malware scanner did not respond', options);
  }
}

/** Shown to the owner of a file if the scanner is available but always fails on the file. */
export const NEVER_SCANNED = 'Our virus scanner could not check it.';

/** Maximum concurrent scans, in total and per account. */
const MAX_SCANS = 4;
const MAX_SCANS_PER_ACCOUNT = 2;

/** Scans files before they are served. If no scanner is configured, every file passes. Promises F-2. */
export function createFileScan({ scan }: MalwareGateway, failures: Failures) {
  const turns = createFairTurns({ max: MAX_SCANS, maxPerKey: MAX_SCANS_PER_ACCOUNT });

  /** @param size in bytes */
  function report(size: number, what: string): void {
    const advice = 'Set StreamMaxLength to 2G in clamd.conf, for the largest uploads.';
    failures.report(
      'gateway',
      'malware scanner',
      new Error(`Gave up scanning a file of ${size} bytes: ${what}. ${advice}`),
    );
  }

  return {
    isOn: scan !== null,
    report,

    /** @throws UnreadableMedia if the file is harmful or the scanner rejects it; ScanUnavailable if there is no verdict */
    async check(path: string, { account, size }: { account: string; size: number }): Promise<void> {
      if (!scan) return;
      const verdict = await turns.run({ key: account, seconds: size }, () =>
        scan(createReadStream(path)).catch((cause: unknown) => {
          throw new ScanUnavailable(false, { cause });
        }),
      );
      switch (verdict.is) {
        case 'clean':
          return;
        case 'harmful':
          throw new UnreadableMedia('Our virus scanner found something harmful in it.');
        case 'refused':
          report((await stat(path)).size, `the scanner said "${verdict.answer}"`);
          throw new UnreadableMedia(verdict.isTooLarge ? 'It is too large for our virus scanner.' : NEVER_SCANNED);
        case 'broken off':
          throw new ScanUnavailable(true);
      }
    },
  };
}

export type FileScan = ReturnType<typeof createFileScan>;
