import { isHeic } from './heic';

/** Compatible backends also send URLs of files that are processing or failed, so the status decides. Wire contract 1.8. */
export function getPlayableUrl({ url, status }: { url?: string | null; status?: string }): string | null {
  return status === 'processing' || status === 'error' ? null : (url ?? null);
}

export function getPickedKind(file: Pick<File, 'type' | 'name'>): 'photo' | 'video' | 'audio' | undefined {
  const group = file.type.split('/')[0];
  if (group === 'image' || isHeic(file)) return 'photo';
  return group === 'video' || group === 'audio' ? group : undefined;
}

export interface PictureSource {
  url: string;
  width: number;
  mimeType: string;
}

/** Sent only by our API. */
export interface PictureDetail {
  sources?: PictureSource[];
  thumbHash?: string;
}

/** Omits JPEG: all current browsers read the other formats. Undefined for fewer than two sources. */
export function getSrcSet(sources: readonly PictureSource[] | undefined): string | undefined {
  const shown = sources?.filter(({ mimeType }) => mimeType !== 'image/jpeg') ?? [];
  return shown.length > 1 ? shown.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined;
}

/** A public image of our API; other backends have one size. */
const PUBLIC_PICTURE_URL = /^(.*\/media\/public\/[0-9a-f]{24}\/)(large|small)$/;

const widths = {
  large: { w320: 320, small: 640, w1080: 1080, large: 1920 },
  /** Avatars. */
  small: { w96: 96, w192: 192, small: 640 },
} as const;

/** @returns `srcset` for a public image of which only the URL is known: `large` for covers, `small` for avatars */
export function getSizes(src: string): string | undefined {
  const [, place, name] = PUBLIC_PICTURE_URL.exec(src) ?? [];
  if (place === undefined) return undefined;
  const choice = Object.entries(widths[name as keyof typeof widths]);
  return choice.map(([variant, width]) => `${place}${variant} ${width}w`).join(', ');
}
