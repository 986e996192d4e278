import dynamic from 'next/dynamic';
import { LazyPart, LazySheet } from '@/components/states/part-failed';
import { withFeatures } from '@/store/with-features';

/** What opens on a press, or far down a page: fetched then, with its state and sagas. */

export const CommentSheet = dynamic(
  async () => {
    const [sheet, feature] = await Promise.all([
      import('@/features/content/comment/components/comment-sheet'),
      import('@/features/content/comment/comment-feature'),
    ]);
    return withFeatures(sheet.CommentSheet, [feature.commentFeature]);
  },
  { ssr: false, loading: LazySheet },
);

export const CommentThread = dynamic(
  async () => {
    const [thread, feature] = await Promise.all([
      import('@/features/content/comment/components/comment-thread'),
      import('@/features/content/comment/comment-feature'),
    ]);
    return withFeatures(thread.CommentThread, [feature.commentFeature]);
  },
  { ssr: false, loading: LazyPart },
);

export const ReportSheet = dynamic(
  async () => {
    const [sheet, feature] = await Promise.all([
      import('@/features/content/report/components/report-sheet'),
      import('@/features/content/report/report-feature'),
    ]);
    return withFeatures(sheet.ReportSheet, [feature.reportFeature]);
  },
  { ssr: false, loading: LazySheet },
);

export const DeleteItemSheet = dynamic(
  () => import('@/features/content/item/components/delete-item-sheet').then((module) => module.DeleteItemSheet),
  { ssr: false, loading: LazySheet },
);
