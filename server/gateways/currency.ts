import { getSiteCurrency } from '@contract/base/currency';
import { toMinorUnits } from '@contract/base/minor-units';
import type { Cents } from '@contract/base/money';

/** Makes sandboxes reject the amounts that a real gateway rejects. @throws RangeError as {@link toMinorUnits} */
export const assertPayable = (amount: Cents): void => void toMinorUnits(amount, getSiteCurrency());
