import { getFieldError, getFormSummary } from './form-error';

describe('form errors', () => {
  const taken = { code: 'EMAIL_TAKEN', message: 'An account with this email already exists.' };
  const refused = { message: 'too short. is missing', issues: ['password: too short', 'name: is missing'] };
  const plain = { code: 'INTERNAL', message: 'Something went wrong' };

  it('an error code with a field appears only beside that field', () => {
    expect(getFieldError(taken, 'email')).toBe(taken.message);
    expect(getFieldError(taken, 'username')).toBeUndefined();
    expect(getFormSummary(taken, ['email', 'username'])).toBeUndefined();
  });

  it('each field shows its own issue', () => {
    expect(getFieldError(refused, 'password')).toBe('Too short');
    expect(getFieldError(refused, 'name')).toBe('Is missing');
    expect(getFieldError(refused, 'email')).toBeUndefined();
    expect(getFormSummary(refused, ['password', 'name'])).toBeUndefined();
  });

  it('the summary has errors without a field', () => {
    expect(getFormSummary(plain, ['email'])).toBe(plain.message);
    expect(getFieldError(plain, 'email')).toBeUndefined();
    expect(getFormSummary({ message: 'Be kind', issues: ['Be kind'] })).toBe('Be kind');
  });

  it('the summary has errors of fields that the form does not show', () => {
    expect(getFormSummary(taken, ['name'])).toBe(taken.message);
    expect(getFormSummary(refused, ['password'])).toBe('Name: is missing');
    const both = { message: 'x', issues: ['monthlyPrice: is too low', 'address.zipCode: is missing: really'] };
    expect(getFormSummary(both)).toBe('Monthly price: is too low. Address zip code: is missing: really');
  });

  it('nothing is shown without an error', () => {
    expect(getFormSummary(null)).toBeUndefined();
    expect(getFieldError(null, 'email')).toBeUndefined();
  });
});
