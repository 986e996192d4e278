import { ProviderReturn } from '@/features/identity/auth/components/provider-return';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';

/** Back from Google's page. */
export function GoogleReturnScreen() {
  return (
    <AuthFrame title="Logging in with Google">
      <ProviderReturn provider="google" />
    </AuthFrame>
  );
}

/** Back from Twitter's page. */
export function TwitterReturnScreen() {
  return (
    <AuthFrame title="Logging in with Twitter">
      <ProviderReturn provider="twitter" />
    </AuthFrame>
  );
}
