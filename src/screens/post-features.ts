import { commentFeature } from '@/features/comment/comment-feature';
import { feedFeature } from '@/features/feed/feed-feature';
import { reactionFeature } from '@/features/reaction/reaction-feature';
import { reportFeature } from '@/features/report/report-feature';

/** What a page with posts brings along. */
export const postFeatures = [feedFeature, reactionFeature, commentFeature, reportFeature];
