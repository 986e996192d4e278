import { randomUUID } from 'node:crypto';

/** Used in place of an account id for a viewer without an account. */
export const createGuestKey = (): string => `guest-${randomUUID()}`;

export const isGuestKey = (viewer: string): boolean => viewer.startsWith('guest-');
