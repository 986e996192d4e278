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

it('the text for new fans is shown only above the fans’ sign-up form', () => {
  const { store } = renderWithStore(<FanRegisterScreen />, { features });
  act(() => void store.dispatch(settingsLoaded(texts)));
  expect(screen.getByText('For fans')).toBeInTheDocument();
  expect(screen.queryByText('For creators')).toBeNull();
});

it('the text for new creators is shown only above the creators’ sign-up form', () => {
  const { store } = renderWithStore(<CreatorRegisterScreen />, { features });
  act(() => void store.dispatch(settingsLoaded(texts)));
  expect(screen.getByText('For creators')).toBeInTheDocument();
  expect(screen.queryByText('For fans')).toBeNull();
});

it('the operators’ text is shown in the footer', () => {
  renderWithStore(<Footer brand={{ siteName: 'Ovela' }} links={[]} content="<p>Ovela Ltd.</p>" />);
  expect(screen.getByText('Ovela Ltd.')).toBeInTheDocument();
});
