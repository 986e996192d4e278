/** Width by height of the ovals that portraits are shown in, and of the widest cover. */
export const portraitAspect = 4 / 5;
export const coverAspect = 5 / 2;
