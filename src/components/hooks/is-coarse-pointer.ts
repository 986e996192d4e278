/** True for touch screens, where pickers open without the on-screen keyboard. Browser only. */
export const isCoarsePointer = (): boolean => window.matchMedia('(pointer: coarse)').matches;
