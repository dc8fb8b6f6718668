const adminUrls = new Map<string, string>();

/** The superuser's way into the test database that this is the app's way into. */
export function adminUrlOf(appUrl: string): string {
  const adminUrl = adminUrls.get(appUrl);
  if (!adminUrl) throw new Error('No test database has this address.');
  return adminUrl;
}

/** Tells `adminUrlOf` of a database that was made in another way. */
export function rememberAdmin(appUrl: string, adminUrl: string): void {
  adminUrls.set(appUrl, adminUrl);
}
