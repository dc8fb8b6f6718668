/** Names the build a page and its scripts come from; written into both by `next.config.ts`. */
export const buildId = process.env.NEXT_PUBLIC_BUILD_ID ?? 'development';
