/** What was picked, by `localId`, as long as it may have to be sent; files themselves are not for the store. */
export const picked = new Map<string, File>();
