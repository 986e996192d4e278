import { isHeic } from './heic';

/** Null unless the file is ready: compatible backends send URLs of processing and failed files too. Wire contract 1.8. */
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

/** Details of an image that only our API sends. */
export interface PictureDetail {
  sources?: PictureSource[];
  thumbHash?: string;
}

/** Omits JPEG: all current browsers support the other formats. Undefined if fewer than two sources remain. */
export function getSrcSet(sources: readonly PictureSource[] | undefined): string | undefined {
  const shown = sources?.filter(({ mimeType }) => mimeType !== 'image/jpeg') ?? [];
  return shown.length > 1 ? shown.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined;
}

/** URL of a public image from our API; other backends have only one size. */
const PUBLIC_PICTURE_URL = /^(.*\/media\/public\/[0-9a-f]{24}\/)(large|small)$/;

const widths = {
  large: { w320: 320, small: 640, w1080: 1080, large: 1920 },
  /** Sizes of avatars. */
  small: { w96: 96, w192: 192, small: 640 },
} as const;

/** @returns `srcset` for a public image from its URL alone: `large` is for covers, `small` for avatars */
export function getSizes(src: string): string | undefined {
  const [, place, name] = PUBLIC_PICTURE_URL.exec(src) ?? [];
  if (place === undefined) return undefined;
  const choice = Object.entries(widths[name as keyof typeof widths]);
  return choice.map(([variant, width]) => `${place}${variant} ${width}w`).join(', ');
}
