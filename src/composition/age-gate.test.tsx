import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstStepsFeature } from '@/features/identity/first-steps/first-steps-feature';
import { ApiError } from '@/services/api-error';
import { ownSettings, renderWithStore, settle, type Answers } from '../../tests/harness/render-with-store';
import { AgeGate } from './sheet-mounts';

interface Shown {
  path?: string;
  minimumAge?: number;
  answers?: Answers;
}

async function show(user: object, { path = '/home', minimumAge = 18, answers = {} }: Shown = {}) {
  const shown = renderWithStore(<AgeGate />, { features: [firstStepsFeature], user, path, answers });
  await act(async () => {
    shown.store.dispatch(ownSettings({ minimumAge }));
    await settle();
  });
  return shown;
}
const isAsked = () => screen.queryByRole('dialog', { name: 'Before you start' }) !== null;
const declare = () => userEvent.click(screen.getByRole('button', { name: 'I am 18 or older' }));

describe('a fan who came by a log-in that does not ask for the age', () => {
  it('declares it before anything else, once', async () => {
    const { calls } = await show(
      { isAgeDeclared: false },
      { answers: { updateMe: () => ({ _id: 'f1', isPerformer: false, isAgeDeclared: true }) } },
    );
    expect(isAsked()).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isAsked()).toBe(true);
    await declare();
    await act(settle);
    expect(calls).toMatchObject([{ name: 'updateMe', input: { body: { isOfAge: true } } }]);
    expect(isAsked()).toBe(false);
  });

  it('is told when that could not be stored', async () => {
    await show(
      { isAgeDeclared: false },
      {
        answers: {
          updateMe: () => {
            throw new ApiError(500, { message: 'The database is away.' });
          },
        },
      },
    );
    await declare();
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('The database is away.');
    expect(isAsked()).toBe(true);
  });

  it('who is younger can leave', async () => {
    const { calls } = await show({ isAgeDeclared: false }, { answers: { logout: () => null } });
    await userEvent.click(screen.getByRole('button', { name: 'I’m younger. Log out' }));
    await act(settle);
    expect(calls).toMatchObject([{ name: 'logout' }]);
  });

  it.each([
    ['who has declared it', { isAgeDeclared: true }, {}],
    ['whose backend does not ask', {}, {}],
    ['on a site for everybody', { isAgeDeclared: false }, { minimumAge: 0 }],
    ['who reads the terms first', { isAgeDeclared: false }, { path: '/page/terms-of-service' }],
    ['who is still at the door', { isAgeDeclared: false }, { path: '/auth/verification' }],
  ])('is not asked of one %s', async (_who, user, options) => {
    await show(user, options);
    expect(isAsked()).toBe(false);
  });
});
