import { createReadStream } from 'node:fs';
import type { MalwareGateway } from '../../../gateways/malware';
import { UnreadableMedia } from '../../../media/unreadable-media';

/** Nobody could say whether a file is harmful; asked later, somebody may. */
export class NotScanned extends Error {
  override readonly name = 'NotScanned';
}

/** Looks for malware before anybody else gets a file. Where no scanner is configured, every file passes. Promises F-2. */
export function createFileScan({ scan }: MalwareGateway) {
  return {
    /** Whether files are looked into at all. */
    isOn: scan !== null,

    /** @throws UnreadableMedia when it is harmful, NotScanned when nobody could say */
    async check(path: string): Promise<void> {
      if (!scan) return;
      const found = await scan(createReadStream(path)).catch((cause: unknown) => {
        throw new NotScanned('the malware scanner gave no answer', { cause });
      });
      if (found !== null) throw new UnreadableMedia('Our virus scanner found something harmful in it.');
    },
  };
}

export type FileScan = ReturnType<typeof createFileScan>;
