import { defaultCurrency, setSiteCurrency } from '@contract/base/currency';

// Test files of a worker share modules, and this one remembers the currency of the last site.
setSiteCurrency(defaultCurrency);
