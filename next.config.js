/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // No browser keeps a page, and one that came back under another nonce must not pass for the same.
  generateEtags: false,
  headers: async () => [
    // Whatever is no page may do nothing, should it be drawn. Pages set a policy of their own.
    {
      source: '/((?!_next/).*)',
      headers: [
        {
          key: 'Content-Security-Policy',
          value: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
      ],
    },
    // All but a file of the development server, which calls JSON a script.
    {
      source: '/((?!_next/static/development/).*)',
      headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }],
    },
  ],
  distDir: process.env.NEXT_DIST_DIR || '.next',
  // `npm run check` type-checks everything, faster than the build would.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Back restores where one was on the page.
    scrollRestoration: true,
    // Tells pages of an app router, which this site has not, from the others: bytes for every visitor.
    clientRouterFilter: false,
  },
};
