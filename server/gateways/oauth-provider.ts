/** Who somebody is at another company that knows them. */
export interface OutsideIdentity {
  /** That company's id of them; never changes, unlike all the rest. */
  subject: string;
  /** What they know their account there by: an e-mail address, a name with an @. */
  label: string;
  /** Their name, to be called by. */
  name: string;
}

export interface GoogleIdentity extends OutsideIdentity {
  /** Lower case; absent when Google tells none. */
  email?: string;
  /** Google says that the e-mail is theirs. */
  emailVerified: boolean;
  /** When the token that said all this stops counting. */
  expiresAt: Date;
}

/** Google, or the sandbox that stands for it. */
export interface GoogleGateway {
  readonly isProduction: boolean;
  /** For Google's script in the browser; empty for the sandbox. */
  readonly clientId: string;
  /** The sandbox's page; empty for Google. */
  readonly pageUrl: string;
  /** Reads an id token. @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
  verify(idToken: string): Promise<GoogleIdentity>;
  /** Sandbox only: an id token for whoever somebody chose to be. */
  issue?(person: { email: string; name: string; nonce?: string }): Promise<string>;
}

/** What `start` answers: the secret stays with whoever started, the token goes through the browser. */
export interface TwitterRequest {
  /** Where to send the browser. */
  url: string;
  token: string;
  secret: string;
}

/** Twitter, or the sandbox that stands for it. */
export interface TwitterGateway {
  readonly isProduction: boolean;
  /** @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
  start(callbackUrl: string): Promise<TwitterRequest>;
  /** Tells who answered; once a request. @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
  finish(answer: { token: string; secret: string; verifier: string }): Promise<OutsideIdentity>;
  sandbox?: {
    /** Where the browser goes back to; null for a token that is unknown, answered or too old. */
    findCallback(token: string): Promise<string | null>;
    /** @returns the verifier for whoever somebody chose to be; null as above. */
    grant(token: string, person: { handle: string; name: string }): Promise<string | null>;
  };
}
