/** Factor for the length of random tests: 1 with `npm test`, more with `npm run soak`. */
export const soak = Number(process.env.SOAK ?? 1);

/** Seed of random choices: constant with `npm test`; a soak picks and reports another one each time. */
export const soakSeed = Number(process.env.SOAK_SEED ?? 0);
