import type { UploadField } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import type { UploadPurpose } from '@contract/base/upload-purposes';

/** What becomes of a file, and what it may be. */
export interface UploadPlan extends Pick<UploadField, 'kinds'> {
  /** Wire contract 1.7. */
  type: string;
  /** Everybody may see it: what a closed item shows. */
  isPublic: boolean;
  mostBytes: number;
}

const picture = { kinds: ['image'], mostBytes: limits.imageBytes } as const;
const film = { kinds: ['video'], mostBytes: limits.videoBytes } as const;
const teaser = { kinds: ['video'], mostBytes: limits.teaserBytes } as const;

/** What files of items are for, whether they come whole or in parts. Wire contract 2.6, 2.10. Goods leave as the very bytes that came. */
export const uploadFields = {
  'feed-audio': { type: 'feed-audio', isPublic: false, kinds: ['audio'], mostBytes: limits.audioBytes },
  'feed-photo': { type: 'feed-photo', isPublic: false, ...picture },
  'feed-video': { type: 'feed-video', isPublic: false, ...film },
  'feed-thumbnail': { type: 'feed-photo', isPublic: true, ...picture },
  'feed-teaser': { type: 'feed-video', isPublic: true, ...teaser },
  'performer-photo': { type: 'performer-photo', isPublic: false, ...picture },
  'performer-video': { type: 'performer-video', isPublic: false, ...film },
  'performer-video-teaser': { type: 'performer-video-teaser', isPublic: true, ...teaser },
  'performer-video-thumbnail': { type: 'performer-video-thumbnail', isPublic: true, ...picture },
  'performer-product-image': { type: 'performer-product-image', isPublic: true, ...picture },
  'performer-product-digital': {
    ...{ type: 'performer-product-digital', isPublic: false },
    ...{ kinds: ['any'], mostBytes: limits.videoBytes },
  },
} as const satisfies Record<UploadPurpose, UploadPlan>;
