import { createCapture, type Capture } from '@/services/streaming/capture';
import { drawStillPicture, type StillPicture } from '@/services/streaming/still-picture';
import type { PublishMedia } from '@/services/streaming/stream-publication';

export type Audience = 'show' | 'private';

export interface StudioMedia {
  capture: Capture;
  /** Without a camera, and during a private show, viewers get a placeholder picture that gives the reason. */
  getMedia(audience: Audience, isInPrivate: boolean): PublishMedia;
  stop(): void;
}

const TEXTS = { noCamera: 'The camera is off', inPrivate: 'In a private show. Back soon.' };

export function createStudioMedia(onChange: () => void): StudioMedia {
  const capture = createCapture(onChange);
  const stills = new Map<keyof typeof TEXTS, StillPicture | null>();
  const getStill = (name: keyof typeof TEXTS) => {
    if (!stills.has(name)) stills.set(name, drawStillPicture(TEXTS[name]));
    return stills.get(name)?.track ?? null;
  };
  return {
    capture,
    getMedia(audience, isInPrivate) {
      if (audience === 'show' && isInPrivate) return { video: getStill('inPrivate'), audio: null };
      return { video: capture.getVideo() ?? getStill('noCamera'), audio: capture.getAudio() };
    },
    stop() {
      capture.stop();
      for (const still of stills.values()) still?.stop();
      stills.clear();
    },
  };
}
