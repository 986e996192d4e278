import { execFile } from 'node:child_process';
import path from 'node:path';

export interface ReadPdf {
  title: string;
  language: string;
  isTagged: boolean;
  roles: string[];
  pages: string[];
}

export function readPdf(bytes: Buffer): Promise<ReadPdf> {
  return new Promise((resolve, reject) => {
    const program = path.join(process.cwd(), 'tests/harness/pdf-reader.mjs');
    // NODE_OPTIONS shifts the clock of tests, which must not affect the parser.
    const env = { ...process.env, NODE_OPTIONS: '' };
    const child = execFile(process.execPath, [program], { env, maxBuffer: 1 << 26 }, (error, output) => {
      if (error) reject(error);
      else resolve(JSON.parse(output) as ReadPdf);
    });
    child.stdin?.end(bytes);
  });
}
