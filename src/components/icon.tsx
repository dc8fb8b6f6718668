import { classNames } from './class-names';

/** One of the constants of icons.ts, drawn in the colour of the text. Give a label where no words stand beside it. */
export function Icon({ icon, label, className }: { icon: string; label?: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('size-4 shrink-0', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of icons.ts, never input
      dangerouslySetInnerHTML={{ __html: icon }}
    />
  );
}
