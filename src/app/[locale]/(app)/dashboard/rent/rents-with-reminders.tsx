'use client';

import { Remind } from '@/features/arrears/components/remind';
import { Rents } from '@/features/rent/components/rents';
import type { CalendarDate } from '@/lib/calendar';

/** The rents, where whoever is behind is reminded: letters know the rents, not the other way round. */
export function RentsWithReminders({ today }: { today: CalendarDate }) {
  return (
    <Rents
      today={today}
      remind={({ leaseId, tenants, isPaused }) =>
        !isPaused && <Remind leaseId={leaseId} who={tenants.map((one) => one.name).join(', ')} />
      }
    />
  );
}
