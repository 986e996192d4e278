/** First bytes of file types, one byte per character; `?` matches any byte. Contains only unambiguous signatures. */
const SIGNATURES: readonly (readonly [type: string, beginning: string])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'RIFF????WEBP'],
  ['image/avif', '????ftypavif'],
  ['image/heic', '????ftypheic'],
  ['image/heic', '????ftypheix'],
  ['image/heic-sequence', '????ftyphevc'],
  ['image/heif', '????ftypmif1'],
  ['image/avif', '????ftypavis'],
  ['image/bmp', 'BM????\0\0\0\0'],
  ['image/tiff', 'II*\0'],
  ['image/tiff', 'MM\0*'],
  ['image/vnd.adobe.photoshop', '8BPS'],
  ['video/mp4', '????ftypisom'],
  ['video/mp4', '????ftypmp42'],
  ['video/quicktime', '????ftypqt  '],
  ['video/3gpp', '????ftyp3gp'],
  ['video/vnd.avi', 'RIFF????AVI '],
  ['video/x-ms-asf', '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['video/x-flv', 'FLV\x01'],
  ['video/mpeg', '\0\0\x01\xba'],
  ['audio/x-m4a', '????ftypM4A '],
  ['audio/wav', 'RIFF????WAVE'],
  ['audio/flac', 'fLaC'],
  ['audio/mpegurl', '#EXTM3U'],
  ['application/pdf', '%PDF'],
  ['application/zip', 'PK\x03\x04'],
  ['application/vnd.rar', 'Rar!'],
  ['application/x-7z-compressed', '7z\xbc\xaf\x27\x1c'],
  ['application/gzip', '\x1f\x8b\x08'],
  ['application/x-msdownload', 'MZ?\0'],
  ['application/x-elf', '\x7fELF'],
  ['image/svg+xml', '<svg'],
  ['image/svg+xml', '<?xml'],
];

export const SIGNATURE_BYTES = 1_024;

/**
 * Detects the type of a file by its first bytes, to reject files before the upload. Servers check again.
 *
 * @returns a media type, `text/plain` for any readable text; null if unknown
 */
export function detectFileType(head: Uint8Array): string | null {
  const begun = SIGNATURES.find(([, beginning]) => matchesSignature(head, beginning));
  return begun?.[0] ?? (isText(head) ? 'text/plain' : null);
}

const matchesSignature = (head: Uint8Array, beginning: string): boolean =>
  Array.from(beginning).every((character, index) => character === '?' || character.charCodeAt(0) === head[index]);

/** Control characters that are not whitespace. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\v\f\r]/u;

function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  try {
    // `stream` allows an incomplete character at the end.
    return !CONTROL_CHARACTERS.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}
