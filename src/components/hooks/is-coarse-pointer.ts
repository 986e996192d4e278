/** Whether the first pointer is a finger: then a picker opens without the keyboard on the screen. Browser only. */
export const isCoarsePointer = (): boolean => window.matchMedia('(pointer: coarse)').matches;
