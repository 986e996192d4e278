import { limits } from '@contract/base/limits';

/** Whether a document can be sent, as its owner reads it; undefined while it can. */
export async function findDocumentProblem(file: File): Promise<string | undefined> {
  if (file.size > limits.documentBytes) {
    return `This file is larger than ${limits.documentBytes / 1024 / 1024} MB. Choose a smaller one.`;
  }
  // By what is inside: a name says nothing.
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return isKnown(head)
    ? undefined
    : 'This is not a JPEG, PNG or WebP photo or a PDF that we can read. Choose another file.';
}

function isKnown(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
  const isWebp = text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP';
  return isJpeg || isWebp || text.startsWith('\u0089PNG') || text.startsWith('%PDF-');
}
