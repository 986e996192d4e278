/** The user's account at another company. */
export interface OutsideIdentity {
  /** The company's id of the account; never changes, unlike the other fields. */
  subject: string;
  /** The name by which users recognize their account: an email address, or a handle with an @. */
  label: string;
  name: string;
}

export interface GoogleIdentity extends OutsideIdentity {
  /** In lower case; absent if Google sends none. */
  email?: string;
  emailVerified: boolean;
  /** When the id token expires. */
  expiresAt: Date;
}

export interface GoogleGateway {
  readonly isProduction: boolean;
  /** Needed by Google's script in the browser; empty in the sandbox. */
  readonly clientId: string;
  /** Address of the sandbox's login page; empty for the real Google. */
  readonly pageUrl: string;
  /** @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
  verify(idToken: string): Promise<GoogleIdentity>;
  /** Sandbox only: creates an id token for the chosen identity. */
  issue?(person: { email: string; name: string; nonce?: string }): Promise<string>;
}

/** The server keeps the secret; the token goes through the browser. */
export interface TwitterRequest {
  url: string;
  token: string;
  secret: string;
}

export interface TwitterGateway {
  readonly isProduction: boolean;
  /** @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
  start(callbackUrl: string): Promise<TwitterRequest>;
  /** Works once per request. @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
  finish(answer: { token: string; secret: string; verifier: string }): Promise<OutsideIdentity>;
  sandbox?: {
    /** The address that the browser returns to; null if the token is unknown, already granted or expired. */
    findCallback(token: string): Promise<string | null>;
    /** @returns the verifier for the chosen identity; null if `findCallback` would return null. */
    grant(token: string, person: { handle: string; name: string }): Promise<string | null>;
  };
}
