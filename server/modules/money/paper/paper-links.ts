import { createSigner } from '../../../media/media-links';

/** Long enough to use a link twice. */
const LIFE_MS = 15 * 60 * 1000;

export type PaperKind = 'receipt' | 'statement';

export interface PaperLink {
  kind: PaperKind;
  ownerId: string;
  /** The payment id of a receipt or the period of a statement, with the file extension, such as `2026-11.csv`. */
  file: string;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

export function createPaperLinks({ baseUrl, secret }: { baseUrl: string; secret: string }) {
  const { seal, isSealed } = createSigner(secret, 'paper-link');
  return {
    sign({ kind, ownerId, file }: Pick<PaperLink, 'kind' | 'ownerId' | 'file'>, now: Date): string {
      const expires = Math.floor((now.getTime() + LIFE_MS) / 1000);
      return `${baseUrl}/papers/${kind}/${ownerId}/${file}?e=${expires}&s=${seal(kind, ownerId, file, expires)}`;
    },

    isValid: ({ kind, ownerId, file, expires, signature }: PaperLink, now: Date): boolean =>
      expires * 1000 > now.getTime() && isSealed(signature, kind, ownerId, file, expires),
  };
}
