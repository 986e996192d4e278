import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { MalwareGateway } from '../../../gateways/malware';
import type { Failures } from '../../../log/failures';
import { createFairTurns } from '../../../lib/fair-turns';
import { UnreadableMedia } from '../../../media/media-tasks';

/** Nobody could say whether a file is harmful; asked later, somebody may. */
export class ScanUnavailable extends Error {
  override readonly name = 'NotScanned';

  /** @param isOfFile the scanner is there, and broke off over this file; others it may take. */
  constructor(
    readonly isOfFile: boolean,
    options?: ErrorOptions,
  ) {
    super(isOfFile ? 'the malware scanner broke off' : 'the malware scanner gave no answer', options);
  }
}

/** For the owner of a file that the scanner never looked into, though it is there. */
export const NEVER_SCANNED = 'Our virus scanner could not check it.';

/** Files that the scanner looks into at a time, and how many of them may be one account's. */
const MAX_SCANS = 4;
const MAX_SCANS_PER_ACCOUNT = 2;

/** Looks for malware before anybody else gets a file. Where no scanner is configured, every file passes. Promises F-2. */
export function createFileScan({ scan }: MalwareGateway, failures: Failures) {
  const turns = createFairTurns({ max: MAX_SCANS, maxPerKey: MAX_SCANS_PER_ACCOUNT });

  /** Tells operators of a file that is given up for the scanner's sake. @param size bytes. */
  function report(size: number, what: string): void {
    const advice = 'The largest upload needs StreamMaxLength 2G in its clamd.conf.';
    failures.report('gateway', 'malware scanner', new Error(`gave up a file of ${size} bytes: ${what}. ${advice}`));
  }

  return {
    /** Whether files are looked into at all. */
    isOn: scan !== null,
    report,

    /**
     * Looks into a file when it is its account's turn.
     *
     * @throws UnreadableMedia when it is harmful, or the scanner never takes the like; NotScanned when nobody could say
     */
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
