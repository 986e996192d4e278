import { paths } from './paths';

/** Pages where a refusal can be mended, by its code. */
const NEXT_PLACES: Record<string, { label: string; href: string }> = {
  SPENDING_LIMIT_REACHED: { label: 'Change limit', href: paths.spendingLimit },
};

/** @returns undefined where no page mends it */
export const getNextPlace = ({ code }: { code?: string }) => (code === undefined ? undefined : NEXT_PLACES[code]);
