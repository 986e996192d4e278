import { feedFeature } from '@/features/feed/feed-feature';
import { reactionFeature } from '@/features/reaction/reaction-feature';

/** What a page with posts brings along. Comments and reports bring their own when they open. */
export const postFeatures = [feedFeature, reactionFeature];
