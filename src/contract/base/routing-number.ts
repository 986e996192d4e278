/** Verifies the check digit of a routing number of a US bank. ABA. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const weights = [3, 7, 1];
  return Array.from(text, Number).reduce((sum, digit, index) => sum + digit * weights[index % 3]!, 0) % 10 === 0;
}
