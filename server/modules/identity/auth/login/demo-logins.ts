/** Public: the README names it. */
export const demoPassword = 'demo-password';

/** The domain is reserved (RFC 6761). */
export const isDemoAddress = (email: string | null): boolean => email?.endsWith('@demo.test') ?? false;
