/** Not a secret: the README names it. */
export const demoPassword = 'demo-password';

/** This domain belongs to nobody, because it is reserved (RFC 6761). */
export const DEMO_DOMAIN = '@demo.test';

export const isDemoAddress = (email: string | null): boolean => email?.endsWith(DEMO_DOMAIN) ?? false;
