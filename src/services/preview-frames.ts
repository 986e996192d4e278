import { needsSession } from '@/lib/session-for-files';

/** A frame, as a rectangle in the sprite image, in pixels. */
export interface PreviewFrame {
  /** Seconds at which the interval begins that the frame stands for. */
  from: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const toSeconds = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Cues name parts of an image (`#xywh=`). @param address of the cue list; cue URLs are relative to it */
export function readPreviewFrames(text: string, address: string): PreviewFrame[] {
  const cues = text.matchAll(/^([\d:.]+) --> [\d:.]+\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm);
  return Array.from(cues, ([, from = '', picture = '', ...place]) => {
    const [x = 0, y = 0, width = 0, height = 0] = place.map(Number);
    return { from: toSeconds(from), url: new URL(picture, address).href, x, y, width, height };
  });
}

export async function loadPreviewFrames(address: string): Promise<PreviewFrame[]> {
  try {
    const reply = await fetch(address, { credentials: needsSession(address) ? 'include' : 'same-origin' });
    return reply.ok ? readPreviewFrames(await reply.text(), address) : [];
  } catch {
    return [];
  }
}
