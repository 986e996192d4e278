import { randomUUID } from 'node:crypto';

/** Stands for a viewer without an account, in place of an account's id. */
export const createGuestKey = (): string => `guest-${randomUUID()}`;

export const isGuestKey = (viewer: string): boolean => viewer.startsWith('guest-');
