import { paths } from './paths';

/** Pages where the user can fix an error, by error code. */
const NEXT_PLACES: Record<string, { label: string; href: string }> = {
  SPENDING_LIMIT_REACHED: { label: 'Change limit', href: paths.spendingLimit },
};

export const getNextPlace = ({ code }: { code?: string }) => (code === undefined ? undefined : NEXT_PLACES[code]);
