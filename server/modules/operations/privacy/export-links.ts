import { createSigner } from '../../../media/media-links';

/** Long enough to click the link, and to resume an interrupted download. */
const LINK_LIFETIME_MS = 15 * 60 * 1000;

export interface ExportLink {
  id: string;
  expires: number;
  signature: string;
}

export function createExportLinks({ baseUrl, secret }: { baseUrl: string; secret: string }) {
  const { seal, isSealed } = createSigner(secret, 'export-link');
  return {
    sign(id: string, now: Date): string {
      const expires = Math.floor((now.getTime() + LINK_LIFETIME_MS) / 1000);
      return `${baseUrl}/exports/${id}/download?e=${expires}&s=${seal(id, expires)}`;
    },

    isValid: ({ id, expires, signature }: ExportLink, now: Date): boolean =>
      expires * 1000 > now.getTime() && isSealed(signature, id, expires),
  };
}
