/** The parts of a refused call that a form reads. */
interface Refusal {
  code?: string;
  message: string;
  issues?: string[];
}

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
 * @returns undefined when the refusal is about something else.
 */
export function formError(refusal: Refusal | null, field?: string): string | undefined {
  if (!refusal) return undefined;
  const named = refusal.code ? fieldsByCode[refusal.code] : undefined;
  const issue = refusal.issues?.find((line) => line.startsWith(`${field}: `));
  if (field) return named === field ? refusal.message : issue?.slice(field.length + 2);
  return named || refusal.issues?.some((line) => line.includes(': ')) ? undefined : refusal.message;
}
