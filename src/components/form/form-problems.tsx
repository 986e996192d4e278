import { createContext, useContext } from 'react';

/** Error texts by the ids of the controls. */
export const FormProblemsContext = createContext<Readonly<Record<string, string>>>({});

export const useFormProblem = (controlId: string): string | undefined => useContext(FormProblemsContext)[controlId];
