import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/* Prints the content of a PDF from standard input as JSON. A separate program, because its parser is an ES module. */

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const data = new Uint8Array(Buffer.concat(chunks));
const pdf = await getDocument({ data, isEvalSupported: false, verbosity: 0 }).promise;
const { info } = await pdf.getMetadata();
const marks = await pdf.getMarkInfo();
const roles = [];
const collect = (node) => {
  if (node.role) roles.push(node.role);
  for (const child of node.children ?? []) collect(child);
};
const pages = [];
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number);
  collect((await page.getStructTree()) ?? {});
  const { items, lang } = await page.getTextContent({ includeMarkedContent: false });
  pages.push({
    lang,
    text: items
      .map(({ str }) => str)
      .join(' ')
      .replaceAll(/ +/g, ' '),
  });
}
console.log(
  JSON.stringify({
    title: info.Title,
    language: info.Language,
    isTagged: marks?.Marked === true,
    roles,
    pages: pages.map(({ text }) => text),
    hasScripts: (await pdf.hasJSActions()) || false,
  }),
);
