import { createContext } from 'react';

/** True while something must be answered before all else: sheets open once it is, those that are `mandatory` at once. */
export const SheetsWait = createContext(false);
