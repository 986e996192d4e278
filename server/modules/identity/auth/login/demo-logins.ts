/** Password of every demo account; the README names it. */
export const demoPassword = 'demo-password';

/** Whether an email is that of a demo account: the domain is reserved (RFC 6761). */
export const isDemoAddress = (email: string | null): boolean => email?.endsWith('@demo.test') ?? false;
