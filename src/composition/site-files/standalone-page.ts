interface StandalonePage {
  /** Plain HTML, as all of these. */
  title: string;
  style: string;
  /** Tags besides those that both pages have. */
  head?: string;
  main: string;
}

/** The text of `styles/tokens.css` and `styles/base.css`; each page adds its colors. */
const base = `
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.5 'Segoe UI',system-ui,-apple-system,'Noto Sans',Arial,sans-serif}
a:focus-visible{outline:2px solid var(--ink);outline-offset:2px;border-radius:var(--focus)}
`;

/** A page that loads nothing, for when nothing can be loaded: its style is in it, and repeats the tokens that it needs. */
export const writeStandalonePage = ({ title, style, head = '', main }: StandalonePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${`${style}${base}`.replaceAll('\n', '')}</style>
${head}</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
