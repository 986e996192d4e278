import { thumbHashToDataURL } from 'thumbhash';

/** @returns a data URL; null for an invalid hash */
export function drawThumbHash(hash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (sign) => sign.charCodeAt(0)));
  } catch {
    return null;
  }
}
