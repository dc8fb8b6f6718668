import { classNames } from '../class-names';

/** A roof over an open book. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classNames('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="8.5" className="fill-accent" />
      <g
        fill="none"
        strokeWidth="2.1"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent-foreground"
      >
        <path d="M6.8 14.2 16 6.9l9.2 7.3" />
        <path d="M9.3 16.6v7.1c2.6-.9 4.8-.7 6.7.7 1.9-1.4 4.1-1.6 6.7-.7v-7.1c-2.6-.9-4.8-.7-6.7.7-1.9-1.4-4.1-1.6-6.7-.7Z" />
        <path d="M16 17.3v7.1" />
      </g>
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2.5 text-base font-semibold tracking-tight">
      <LogoMark />
      {name}
    </span>
  );
}
