/** Digits and letters of a document: people write it with all sorts of marks between them. */
const bare = (text: string) => text.toUpperCase().replaceAll(/[\s./-]/g, '');

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** A Spanish number: the letter at the end is a remainder of the digits. */
const isDni = (number: string) =>
  /^\d{8}[A-Z]$/.test(number) && DNI_LETTERS[Number(number.slice(0, 8)) % DNI_LETTERS.length] === number[8];

/** The same for foreigners in Spain: X, Y, Z stand for 0, 1, 2. */
const isNie = (number: string) =>
  /^[XYZ]\d{7}[A-Z]$/.test(number) && isDni(`${'XYZ'.indexOf(number[0] ?? '')}${number.slice(1)}`);

/** A Brazilian number: the last two digits are checks, each over all before it. */
function isCpf(number: string): boolean {
  if (!/^\d{11}$/.test(number) || /^(\d)\1+$/.test(number)) return false;
  const digits = Array.from(number, Number);
  return [9, 10].every((length) => {
    const sum = digits.slice(0, length).reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    return ((sum * 10) % 11) % 10 === digits[length];
  });
}

/** Any other country's: enough to refuse what is plainly none. */
const isPlausible = (number: string) =>
  /^[A-Z0-9]{5,20}$/.test(number) && /\d{3}|(?:\d.*){4}/.test(number) && !/^(.)\1+$/.test(number);

const kinds = new Map<string, (number: string) => boolean>([
  ['dni', isDni],
  ['nie', isNie],
  ['cpf', isCpf],
]);

/**
 * Reads a national document number.
 *
 * @param type `dni`, `nie` and `cpf` are checked by their check digits; any other only for its shape.
 * @returns it without the marks between; null when it is not well formed.
 */
export function readDocumentNumber(text: string, type = ''): string | null {
  const number = bare(text);
  const isRight = kinds.get(type.toLowerCase()) ?? isPlausible;
  return isRight(number) ? number : null;
}
