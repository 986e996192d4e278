import { getSiteCurrency } from '@contract/base/currency';
import { toMinorUnits } from '@contract/base/minor-units';
import type { Cents } from '@contract/base/money';

/** For sandboxes, which count as we do, and refuse what a real gateway refuses. @throws RangeError as {@link toMinorUnits} */
export const assertPayable = (amount: Cents): void => void toMinorUnits(amount, getSiteCurrency());
