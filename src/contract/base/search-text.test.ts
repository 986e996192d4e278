import { hasWords, splitWords } from './search-text';

it.each(['clay', "don't", '7', 'глина', '粘土', 'é', '1️⃣', '🎉 party'])('%s has words', (text) => {
  expect(hasWords(text)).toBe(true);
});

it.each(['', ' ', '🎉', '**', '…', '%_', "'", '’´', '🇫🇷', '❤️', '- —'])('“%s” has no words', (text) => {
  expect(hasWords(text)).toBe(false);
});

it('splits at everything but letters, digits and apostrophes', () => {
  expect(splitWords("Don't-stop, l’été 2024!")).toEqual(['Dont', 'stop', 'lété', '2024']);
});
