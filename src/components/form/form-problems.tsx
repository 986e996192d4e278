import { createContext, useContext } from 'react';

/** By the controls' ids. */
export const FormProblemsContext = createContext<Readonly<Record<string, string>>>({});

export const useFormProblem = (controlId: string): string | undefined => useContext(FormProblemsContext)[controlId];
