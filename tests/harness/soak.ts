/** Multiplies the length of random tests: 1 with `npm test`, more with `npm run soak`. */
export const soak = Number(process.env.SOAK ?? 1);

/** Seed of random choices: fixed with `npm test`. A soak run picks and reports a new seed each time. */
export const soakSeed = Number(process.env.SOAK_SEED ?? 0);
