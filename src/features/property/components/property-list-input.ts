const archives = ['active', 'archived', 'all'] as const;

/** What the address asks for, as the procedure takes it; page and browser must agree to share one answer. */
export function propertyListInput(query: { q?: string | null; archive?: string | null }) {
  return {
    search: (query.q ?? '').trim().slice(0, 200),
    archive: archives.find((archive) => archive === query.archive) ?? ('active' as const),
    limit: 24,
  };
}
