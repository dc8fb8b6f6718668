import { z } from 'zod';
import * as field from '@/lib/field';

/** The units of a property through the days around today. */
export const occupancyInput = z.strictObject({ propertyId: field.id });
