import { thumbHashToDataURL } from 'thumbhash';

/** A picture in a few bytes as an address that draws it; null for what is none. */
export function drawThumbHash(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (sign) => sign.charCodeAt(0)));
  } catch {
    return null;
  }
}
