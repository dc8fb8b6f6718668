import { prerenderedHtml } from './prerendered-page';

/** Programs that draw the preview of a link in a chat or a feed; they read the head of a page and run nothing. */
const previewers =
  /facebookexternalhit|facebot|whatsapp|twitterbot|slackbot|linkedinbot|telegrambot|discordbot|skypeuripreview|mastodon|redditbot|pinterest|vkshare|embedly|iframely|signal/i;

export const drawsPreviews = (userAgent: string | null) => previewers.test(userAgent ?? '');

/**
 * A page drawn while building, for those who draw previews: they want whole addresses, and only the one who asks
 * knows by which name. Without scripts, which they do not run. Null for a page that is drawn anew each time.
 */
export async function previewOf(route: string, address: string): Promise<string | null> {
  const html = await prerenderedHtml(route);
  return html && wholeAddresses(html, address);
}

export function wholeAddresses(html: string, address: string): string {
  const { origin } = new URL(address);
  const named = `<link rel="canonical" href="${address}"/><meta property="og:url" content="${address}"/>`;
  return html
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll(/(<meta property="og:image" content=")(\/)/g, `$1${origin}$2`)
    .replace('</head>', `${named}</head>`);
}
