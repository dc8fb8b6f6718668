const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

type Letter = {
  language: string;
  title: string;
  /** Plain text each; names of people's own making are safe in them. */
  paragraphs: string[];
  /** Null where there is no address to lead to. */
  action: { label: string; url: string } | null;
  footnote: string;
};

/** One mail in both forms, looking like the sign-in server's (`supabase/templates`). */
export function layOutLetter({ language, title, paragraphs, action, footnote }: Letter) {
  const lines = paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n');
  const button =
    action === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#14573f;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>\n`;
  const html = `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
</head>
<body style="margin:0;padding:24px 12px;background:#f5f6f7;color:#1b1f24;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e6e9;border-radius:12px">
<p style="margin:0 0 24px;font-weight:600;color:#14573f">Hausbuch</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
${lines}
${button}<p style="margin:24px 0 0;color:#59636e;font-size:14px">${escaped(footnote)}</p>
</div>
</body>
</html>
`;
  const link = action === null ? [] : [`${action.label}:\n${action.url}`];
  const text = [...paragraphs, ...link, footnote].join('\n\n');
  return { html, text: `${text}\n` };
}
