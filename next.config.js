/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  distDir: process.env.NEXT_DIST_DIR || '.next',
  // `npm run check` type-checks everything, faster than the build would.
  typescript: { ignoreBuildErrors: true },
  // Back restores where one was on the page.
  experimental: { scrollRestoration: true },
};
