import dynamic from 'next/dynamic';
import { withFeatures } from '@/store/with-features';

/** Asks why, and keeps a fan out. Fetched when a creator first wants it. */
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

/** What a creator sees of a fan over their conversation; fans do not load it. */
export const FanFacts = dynamic(
  async () => {
    const [facts, { fanFeature }] = await Promise.all([
      import('./fan-facts'),
      import('@/features/identity/fan/fan-feature'),
    ]);
    return withFeatures(facts.FanFacts, [fanFeature]);
  },
  { ssr: false },
);
