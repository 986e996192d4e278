/** Pattern of an SQL LIKE that finds `text` anywhere, its own signs taken as they are. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
