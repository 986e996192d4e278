import { getSiteCurrency } from '@contract/base/currency';
import { toMinorUnits } from '@contract/base/minor-units';
import type { Cents } from '@contract/base/money';

/** Used by sandboxes, so that they reject the same amounts as a real gateway. @throws RangeError like {@link toMinorUnits} */
export const assertPayable = (amount: Cents): void => void toMinorUnits(amount, getSiteCurrency());
