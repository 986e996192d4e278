import { createSigner } from '../../../media/media-links';

/** Long enough to press the link, and for a download that is resumed. */
const LIFE_MS = 15 * 60 * 1000;

export interface ExportLink {
  id: string;
  expires: number;
  signature: string;
}

/** Short-lived, signed addresses of archives. Their owner gets a new one with each reply. */
export function createExportLinks({ baseUrl, secret }: { baseUrl: string; secret: string }) {
  const { seal, isSealed } = createSigner(secret, 'export-link');
  return {
    sign(id: string, now: Date): string {
      const expires = Math.floor((now.getTime() + LIFE_MS) / 1000);
      return `${baseUrl}/exports/${id}/download?e=${expires}&s=${seal(id, expires)}`;
    },

    isValid: ({ id, expires, signature }: ExportLink, now: Date): boolean =>
      expires * 1000 > now.getTime() && isSealed(signature, id, expires),
  };
}
