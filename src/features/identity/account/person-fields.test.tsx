import { usernameFeature } from '@/features/identity/auth/username-feature';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { renderWithStore, settle } from '../../../../tests/harness/render-with-store';
import { accountFeature } from './account-feature';
import { CreatorProfileForm } from './components/creator-profile-form';

const mira = {
  _id: 'm1',
  name: 'Mira',
  username: 'mira',
  email: 'mira@example.test',
  isPerformer: true,
  gender: 'female',
  country: 'IE',
  // `tw` is no longer in any list.
  languages: ['en', 'tw'],
  categoryIds: [],
  monthlyPrice: 8,
  yearlyPrice: 80,
  isFreeSubscription: false,
  durationFreeSubscriptionDays: 7,
} as unknown as Extract<CurrentUser, { isPerformer: true }>;

it('a creator’s gender, country and languages can be saved', async () => {
  const { calls } = renderWithStore(
    <CreatorProfileForm
      user={mira}
      categories={[]}
      countries={[
        { name: 'Ireland', code: 'IE' },
        { name: 'Peru', code: 'PE' },
      ]}
      languages={[
        { name: 'English', code: 'en' },
        { name: 'Spanish', code: 'es' },
      ]}
    />,
    {
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: { updatePerformer: ({ body }) => ({ ...mira, ...body }) },
    },
  );
  const genders = within(screen.getByLabelText(/Gender/)).getAllByRole('option');
  // Sign-up offers the same genders.
  expect(genders.map(({ textContent }) => textContent)).toEqual([
    'Rather not say',
    'Woman',
    'Man',
    'Transgender',
    'Couple',
  ]);
  await userEvent.selectOptions(screen.getByLabelText(/Gender/), 'Rather not say');
  await userEvent.selectOptions(screen.getByLabelText(/Country/), 'Peru');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Languages/ }), 'Spanish');
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(screen.getByRole('button', { name: 'Akan' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await act(settle);
  expect(calls[0]?.input.body).toMatchObject({ gender: '', country: 'PE', languages: ['tw', 'es'] });
});
