/** Whether the first pointer is a finger: then a picker opens without the keyboard on the screen. Browser only. */
export const usesFinger = (): boolean => window.matchMedia('(pointer: coarse)').matches;
