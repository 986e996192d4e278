import { formError } from './form-error';

describe('formError', () => {
  const taken = { code: 'EMAIL_TAKEN', message: 'An account with this e-mail exists already.' };
  const refused = { message: 'too short. is missing', issues: ['password: too short', 'name: is missing'] };
  const plain = { code: 'INTERNAL', message: 'Something went wrong' };

  it('stands beside the field a code is about, and nowhere else', () => {
    expect(formError(taken, 'email')).toBe(taken.message);
    expect(formError(taken, 'username')).toBeUndefined();
    expect(formError(taken)).toBeUndefined();
  });

  it('gives each field its own reason', () => {
    expect(formError(refused, 'password')).toBe('too short');
    expect(formError(refused, 'name')).toBe('is missing');
    expect(formError(refused, 'email')).toBeUndefined();
    expect(formError(refused)).toBeUndefined();
  });

  it('is about the form as a whole where no field is named', () => {
    expect(formError(plain)).toBe(plain.message);
    expect(formError(plain, 'email')).toBeUndefined();
    expect(formError({ message: 'Be kind', issues: ['Be kind'] })).toBe('Be kind');
  });

  it('is nothing when nothing was refused', () => {
    expect(formError(null)).toBeUndefined();
    expect(formError(null, 'email')).toBeUndefined();
  });
});
