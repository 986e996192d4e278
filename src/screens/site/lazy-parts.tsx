import dynamic from 'next/dynamic';
import { LazyPart, LazySheet } from '@/components/states/part-failed';
import { withFeatures } from '@/store/with-features';

// Parts that open on a press or are far down a page. They are loaded on demand, with their state and sagas.

const comments = () => import('@/features/content/comment/components/comment-thread');

export const CommentSheet = dynamic(() => comments().then((module) => module.CommentSheet), {
  ssr: false,
  loading: LazySheet,
});

export const CommentThread = dynamic(() => comments().then((module) => module.CommentThread), {
  ssr: false,
  loading: LazyPart,
});

export const ReportSheet = dynamic(
  () => import('@/features/content/report/components/report-sheet').then((module) => module.ReportSheet),
  { ssr: false, loading: LazySheet },
);

export const DeleteItemSheet = dynamic(
  () => import('@/features/content/item/components/delete-item-sheet').then((module) => module.DeleteItemSheet),
  { ssr: false, loading: LazySheet },
);

export const PromoBanner = dynamic(
  () => import('@/features/site/promo/components/promo-banner').then((module) => module.PromoBanner),
  { ssr: false, loading: LazyPart },
);

export const DayRangePicker = dynamic(
  () => import('@/components/form/day-range-picker').then((module) => module.DayRangePicker),
  { ssr: false, loading: LazyPart },
);

export const BlockFacts = dynamic(
  async () => {
    const [facts, { blockFeature }, { fanFeature }, { restFeature }] = await Promise.all([
      import('../conversation/block-facts'),
      import('@/features/identity/block/block-feature'),
      import('@/features/identity/fan/fan-feature'),
      import('@/features/money/refund/rest-feature'),
    ]);
    return withFeatures(facts.BlockFacts, [blockFeature, fanFeature, restFeature]);
  },
  { ssr: false, loading: LazyPart },
);

export const BlockSheet = dynamic(
  async () => {
    const [sheet, { blockFeature }] = await Promise.all([
      import('@/features/identity/block/components/block-sheet'),
      import('@/features/identity/block/block-feature'),
    ]);
    return withFeatures(sheet.BlockSheet, [blockFeature]);
  },
  { ssr: false },
);
