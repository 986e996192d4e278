import { formError, formSummary } from './form-error';

describe('errors of a form', () => {
  const taken = { code: 'EMAIL_TAKEN', message: 'An account with this email already exists.' };
  const refused = { message: 'too short. is missing', issues: ['password: too short', 'name: is missing'] };
  const plain = { code: 'INTERNAL', message: 'Something went wrong' };

  it('stands beside the field a code is about, and nowhere else', () => {
    expect(formError(taken, 'email')).toBe(taken.message);
    expect(formError(taken, 'username')).toBeUndefined();
    expect(formSummary(taken, ['email', 'username'])).toBeUndefined();
  });

  it('gives each field its own reason', () => {
    expect(formError(refused, 'password')).toBe('Too short');
    expect(formError(refused, 'name')).toBe('Is missing');
    expect(formError(refused, 'email')).toBeUndefined();
    expect(formSummary(refused, ['password', 'name'])).toBeUndefined();
  });

  it('is about the form as a whole where no field is named', () => {
    expect(formSummary(plain, ['email'])).toBe(plain.message);
    expect(formError(plain, 'email')).toBeUndefined();
    expect(formSummary({ message: 'Be kind', issues: ['Be kind'] })).toBe('Be kind');
  });

  it('says about the form as a whole what is about a field that it does not have', () => {
    expect(formSummary(taken, ['name'])).toBe(taken.message);
    expect(formSummary(refused, ['password'])).toBe('Name: is missing');
    const both = { message: 'x', issues: ['monthlyPrice: is too low', 'address.zipCode: is missing: really'] };
    expect(formSummary(both)).toBe('Monthly price: is too low. Address zip code: is missing: really');
  });

  it('is nothing when nothing was refused', () => {
    expect(formSummary(null)).toBeUndefined();
    expect(formError(null, 'email')).toBeUndefined();
  });
});
