import { act, screen } from '@testing-library/react';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { usernameFeature } from '@/features/identity/auth/username-feature';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { Footer } from '@/components/layout/footer';
import { renderWithStore } from '../../../tests/harness/render-with-store';
import { CreatorRegisterScreen } from './creator-register-screen';
import { FanRegisterScreen } from './fan-register-screen';

const features = [authFeature, usernameFeature, loginWaysFeature];
const texts = { userBenefit: '<p>For fans</p>', modelBenefit: '<p>For creators</p>' };

it('a text for new fans is above the form of fans only', () => {
  const { store } = renderWithStore(<FanRegisterScreen />, { features });
  act(() => void store.dispatch(settingsLoaded(texts)));
  expect(screen.getByText('For fans')).toBeInTheDocument();
  expect(screen.queryByText('For creators')).toBeNull();
});

it('a text for new creators is above the form of creators only', () => {
  const { store } = renderWithStore(<CreatorRegisterScreen />, { features });
  act(() => void store.dispatch(settingsLoaded(texts)));
  expect(screen.getByText('For creators')).toBeInTheDocument();
  expect(screen.queryByText('For fans')).toBeNull();
});

it('a text of the operators is in the footer', () => {
  renderWithStore(<Footer brand={{ siteName: 'Ovela' }} links={[]} content="<p>Ovela Ltd.</p>" />);
  expect(screen.getByText('Ovela Ltd.')).toBeInTheDocument();
});
