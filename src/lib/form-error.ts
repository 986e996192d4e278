interface Refusal {
  code?: string;
  message: string;
  issues?: string[];
}

const fieldsByCode: Record<string, string> = {
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  USERNAME_TAKEN_USER: 'username',
  USERNAME_RESERVED: 'username',
  NAME_RESERVED: 'name',
  BIRTH_DATE_FIXED: 'dateOfBirth',
  PASSWORD_TOO_WEAK: 'password',
  ACCOUNT_NOT_FOUND: 'email',
  DOCUMENTS_MISSING: 'documents',
};

export function getFieldError(refusal: Refusal | null, field: string): string | undefined {
  if (!refusal) return undefined;
  if (getFieldOfCode(refusal) === field) return refusal.message;
  const reason = getIssues(refusal).find((issue) => issue.field === field)?.reason;
  return reason && capitalise(reason);
}

/**
 * Text for errors without a field, or for fields that the form does not show.
 *
 * @param fields fields whose errors appear beside them, by `getFieldError`
 */
export function getFormSummary(refusal: Refusal | null, fields: readonly string[] = []): string | undefined {
  if (!refusal) return undefined;
  const named = getFieldOfCode(refusal);
  if (named) return fields.includes(named) ? undefined : refusal.message;
  const issues = getIssues(refusal);
  if (issues.length === 0) return refusal.message;
  const elsewhere = issues.filter(({ field }) => !fields.includes(field));
  if (elsewhere.length === 0) return undefined;
  return elsewhere.map(({ field, reason }) => `${getLabel(field)}: ${reason}`).join('. ');
}

const getFieldOfCode = ({ code }: Refusal) => (code ? fieldsByCode[code] : undefined);

/** Parses issues such as `email: is missing`; skips sentences that name no field. */
function getIssues({ issues = [] }: Refusal): { field: string; reason: string }[] {
  return issues.flatMap((line) => {
    const [, field, reason] = /^([\w.[\]]+): (.+)$/s.exec(line) ?? [];
    return field && reason ? [{ field, reason }] : [];
  });
}

/** `monthlyPrice` becomes `Monthly price`. */
function getLabel(field: string): string {
  const words = field.replaceAll(/([a-z])([A-Z])|[._]/g, '$1 $2').toLowerCase();
  return capitalise(words);
}

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
