import { dateFormatter } from './formatters';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const dayText = (iso: string) =>
  dateFormatter('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${iso}T00:00:00Z`));

/** Requires a dot in the domain, unlike browsers. */
const EMAIL_WITH_DOMAIN = /@.+\.[^.]{2,}$/;

/** Error texts instead of the browser's bubbles, which show one error at a time in the browser's language, and disappear. */
export function findControlProblem(control: Control): string | null {
  if (control.disabled || control.type === 'hidden') return null;
  // An error that the control's component has set, for example for an unreadable file.
  if (control.dataset['problem']) return control.dataset['problem'];
  if (control.type === 'file') return null;
  const { validity, value } = control;
  if (validity.valueMissing) return describeMissing(control);
  if (validity.badInput) return control.type === 'date' ? 'Enter a whole date.' : 'Enter a number.';
  if (value === '' || control instanceof HTMLSelectElement) return null;
  if (validity.typeMismatch || (control.type === 'email' && !EMAIL_WITH_DOMAIN.test(value))) {
    return control.type === 'url'
      ? 'Enter a web address that begins with https://.'
      : 'Enter an email address like name@example.com.';
  }
  // Browsers check these only for typed text, not for values from a password manager.
  if (value.length < control.minLength) return `Use at least ${control.minLength} characters.`;
  if (control.maxLength >= 0 && value.length > control.maxLength) {
    return `Use at most ${control.maxLength} characters.`;
  }
  if (control instanceof HTMLTextAreaElement) return null;
  if (validity.rangeUnderflow || validity.rangeOverflow) return describeRange(control);
  if (validity.patternMismatch) return control.title || 'This doesn’t look right. Check it once more.';
  return null;
}

function describeMissing(control: Control): string {
  if (control.type === 'checkbox') return 'Check this box to continue.';
  if (control.type === 'radio' || control instanceof HTMLSelectElement) return 'Choose one.';
  if (control.type === 'date') return 'Enter a date.';
  return control.type === 'email' ? 'Enter your email.' : 'Fill this in.';
}

function describeRange({ type, min, max, validity }: HTMLInputElement): string {
  if (type === 'date') {
    return validity.rangeOverflow ? `Choose ${dayText(max)} or earlier.` : `Choose ${dayText(min)} or later.`;
  }
  if (min !== '' && max !== '') return `Enter a number from ${min} to ${max}.`;
  return validity.rangeOverflow ? `Enter ${max} or less.` : `Enter ${min} or more.`;
}
