import { createContext, useContext } from 'react';

/** What a form found wrong with its controls, by their ids. */
export const FormProblemsContext = createContext<Readonly<Record<string, string>>>({});

/** @returns what to say of one control; undefined while it is fine. */
export const useFormProblem = (controlId: string): string | undefined => useContext(FormProblemsContext)[controlId];
