/** An error with the response body of the compatible backends' framework. Wire contract 1.3. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string | string[], error?: string) {
    super(String(message));
    this.status = status;
    this.body = { statusCode: status, message, ...(error && { error }) };
  }
}

/** Some API variants send it as a 500 with the whole error in `message`. */
export class WalletRefusal extends Refusal {
  constructor() {
    super(422, 'You do not have enough balance');
  }
}

export const notFound = () => new Refusal(404, 'Entity is not found', 'ENTITY_NOT_FOUND');
export const forbidden = (message = 'Forbidden') => new Refusal(403, message, 'FORBIDDEN');
/** For a missing or invalid token, and for the wrong kind of account. */
export const guarded = () => new Refusal(403, 'Forbidden resource', 'Forbidden');
export const unprocessable = (message: string) => new Refusal(422, message);

export function required<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}

type Rule = 'text' | 'number' | 'email' | 'list' | 'object';

const rules: Record<Rule, { says: string; holds(value: unknown): boolean }> = {
  text: { says: 'should not be empty', holds: (value) => typeof value === 'string' && value.trim() !== '' },
  number: { says: 'must be a number', holds: (value) => typeof value === 'number' && Number.isFinite(value) },
  email: { says: 'must be an email', holds: (value) => typeof value === 'string' && /^\S+@\S+\.\S+$/.test(value) },
  list: { says: 'must be an array', holds: Array.isArray },
  object: { says: 'must be an object', holds: (value) => typeof value === 'object' && value !== null },
};

/** @throws Refusal 400 with one sentence for each missing or invalid field */
export function validate(body: Record<string, unknown>, wanted: Record<string, Rule>): void {
  const wrong = Object.entries(wanted).flatMap(([field, rule]) =>
    rules[rule].holds(body[field]) ? [] : [`${field} ${rules[rule].says}`],
  );
  if (wrong.length > 0) throw new Refusal(400, wrong, 'Bad Request');
}
