import type { ApiFailure } from '@/services/api-error';

export const passwordHint = 'At least 6 characters. A few words in a row are best.';

/** Which field a refusal is about, by its code. */
const fieldsByCode: Record<string, string> = {
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  USERNAME_TAKEN_USER: 'username',
  USERNAME_RESERVED: 'username',
  ACCOUNT_NOT_FOUND: 'email',
  DOCUMENTS_MISSING: 'documents',
};

/**
 * What to say beside a field, or with no field named what to say about the form as a whole.
 *
 * @returns undefined when the failure is about something else.
 */
export function errorFor(error: ApiFailure | null, field?: string): string | undefined {
  if (!error) return undefined;
  const named = error.code ? fieldsByCode[error.code] : undefined;
  const issue = (name: string) => error.issues?.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  if (field) return named === field ? error.message : issue(field);
  return named || error.issues?.some((line) => line.includes(': ')) ? undefined : error.message;
}
