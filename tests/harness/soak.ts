/** How many times longer what chooses at random runs: 1 with `npm test`, more with `npm run soak`. */
export const soak = Number(process.env.SOAK ?? 1);

/** Where random choices begin: the same with every `npm test`; a soak takes another one each time and says which. */
export const soakSeed = Number(process.env.SOAK_SEED ?? 0);
