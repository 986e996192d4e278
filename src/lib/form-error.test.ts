import { getFieldError, getFormSummary } from './form-error';

describe('errors of a form', () => {
  const taken = { code: 'EMAIL_TAKEN', message: 'An account with this email already exists.' };
  const refused = { message: 'too short. is missing', issues: ['password: too short', 'name: is missing'] };
  const plain = { code: 'INTERNAL', message: 'Something went wrong' };

  it('stands beside the field a code is about, and nowhere else', () => {
    expect(getFieldError(taken, 'email')).toBe(taken.message);
    expect(getFieldError(taken, 'username')).toBeUndefined();
    expect(getFormSummary(taken, ['email', 'username'])).toBeUndefined();
  });

  it('gives each field its own reason', () => {
    expect(getFieldError(refused, 'password')).toBe('Too short');
    expect(getFieldError(refused, 'name')).toBe('Is missing');
    expect(getFieldError(refused, 'email')).toBeUndefined();
    expect(getFormSummary(refused, ['password', 'name'])).toBeUndefined();
  });

  it('is about the form as a whole where no field is named', () => {
    expect(getFormSummary(plain, ['email'])).toBe(plain.message);
    expect(getFieldError(plain, 'email')).toBeUndefined();
    expect(getFormSummary({ message: 'Be kind', issues: ['Be kind'] })).toBe('Be kind');
  });

  it('says about the form as a whole what is about a field that it does not have', () => {
    expect(getFormSummary(taken, ['name'])).toBe(taken.message);
    expect(getFormSummary(refused, ['password'])).toBe('Name: is missing');
    const both = { message: 'x', issues: ['monthlyPrice: is too low', 'address.zipCode: is missing: really'] };
    expect(getFormSummary(both)).toBe('Monthly price: is too low. Address zip code: is missing: really');
  });

  it('is nothing when nothing was refused', () => {
    expect(getFormSummary(null)).toBeUndefined();
    expect(getFieldError(null, 'email')).toBeUndefined();
  });
});
