import { createSigner } from '../../../media/media-links';

/** Long enough to press the link, and to press it again. */
const LIFE_MS = 15 * 60 * 1000;

export type PaperKind = 'receipt' | 'statement';

/** Target of a link: a receipt by the id of its payment, a statement by its period. */
export interface PaperLink {
  kind: PaperKind;
  ownerId: string;
  /** With its ending, as in `2026-11.csv`. */
  file: string;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

/** Short-lived, signed addresses of receipts and statements. */
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
