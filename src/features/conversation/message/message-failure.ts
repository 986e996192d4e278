import { toFailure, type ApiFailure } from '@/services/api-error';
import { loadingFailed } from './message-slice';

/** What did not load or was not made, in the words of specification 8. */
export const loadFailure = (error: unknown): ApiFailure => ({ ...toFailure(error), message: loadingFailed });

/** The server could not be reached, or is unwell: trying again may help. */
export const mayPass = ({ status }: ApiFailure): boolean => status === 0 || status >= 500;
