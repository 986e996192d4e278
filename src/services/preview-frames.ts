/** A small frame of a film: where it lies in one picture of all, in pixels. */
export interface PreviewFrame {
  /** Seconds in the film from which it stands for what is to see. */
  from: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const toSeconds = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Reads WebVTT whose cues name parts of a picture (`#xywh=`). @param address of the list: what it names is relative to it */
export function readPreviewFrames(text: string, address: string): PreviewFrame[] {
  const cues = text.matchAll(/^([\d:.]+) --> [\d:.]+\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm);
  return Array.from(cues, ([, from = '', picture = '', ...place]) => {
    const [x = 0, y = 0, width = 0, height = 0] = place.map(Number);
    return { from: toSeconds(from), url: new URL(picture, address).href, x, y, width, height };
  });
}

/** Fetches the small frames of a film; none when they do not come, since a film plays without. */
export async function loadPreviewFrames(address: string): Promise<PreviewFrame[]> {
  try {
    const reply = await fetch(address, { credentials: 'include' });
    return reply.ok ? readPreviewFrames(await reply.text(), address) : [];
  } catch {
    return [];
  }
}
