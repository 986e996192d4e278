import { ProviderReturn } from '@/features/login-ways/components/provider-return';
import { DoorFrame } from '@/features/session/components/door-frame';

/** Back from Google's page. */
export function GoogleReturnScreen() {
  return (
    <DoorFrame title="Logging in with Google">
      <ProviderReturn provider="google" />
    </DoorFrame>
  );
}

/** Back from Twitter's page. */
export function TwitterReturnScreen() {
  return (
    <DoorFrame title="Logging in with Twitter">
      <ProviderReturn provider="twitter" />
    </DoorFrame>
  );
}
