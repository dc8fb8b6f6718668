/** As high as the interest usually is, while it comes and while it is asked for: what stands below does not move. */
export const InterestPlace = ({ isGerman }: { isGerman: boolean }) => (
  <p className={isGerman ? 'h-33 md:h-15.5' : 'h-31 md:h-24.5'} aria-hidden="true" />
);
