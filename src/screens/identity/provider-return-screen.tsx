import { ProviderReturn } from '@/features/identity/auth/components/provider-return';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';

export function GoogleReturnScreen() {
  return (
    <AuthFrame title="Logging in with Google">
      <ProviderReturn provider="google" />
    </AuthFrame>
  );
}

export function TwitterReturnScreen() {
  return (
    <AuthFrame title="Logging in with Twitter">
      <ProviderReturn provider="twitter" />
    </AuthFrame>
  );
}
