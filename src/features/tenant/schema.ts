import { z } from 'zod';
import { languages, partyKinds, salutations } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { tenantMarks, tenantSorts } from './search-params';

const tenantFields = {
  kind: z.enum(partyKinds),
  salutation: z.enum(salutations).default('none'),
  firstName: field.optionalText(),
  lastName: field.optionalText(),
  companyName: field.optionalText(),
  letterLanguage: z.enum(languages),
  emails: z.array(field.email).max(10).default([]),
  phones: z.array(field.phone).max(10).default([]),
  payerIbans: z.array(field.iban).max(10).default([]),
  ...field.addressFields,
  state: field.state,
  country: field.country.nullable().default(null),
  birthDate: field.optionalDate,
  emergencyContact: field.optionalText(500),
  notes: field.optionalNotes,
};

type Named = { kind: string; lastName: string | null; companyName: string | null };

/** A person needs a last name, a company its name; the other name is dropped. */
const named = <S extends z.ZodType<Named>>(schema: S): S =>
  schema.superRefine((tenant, context) => {
    const missing = tenant.kind === 'company' ? !tenant.companyName : !tenant.lastName;
    if (!missing) return;
    const path = tenant.kind === 'company' ? 'companyName' : 'lastName';
    context.addIssue({ code: 'custom', message: 'required', path: [path] });
  });

export const createTenantInput = named(
  field.withPostalCode(z.strictObject({ id: field.id, ...tenantFields })),
);
export type CreateTenantInput = z.input<typeof createTenantInput>;

export const updateTenantInput = named(
  field.withPostalCode(z.strictObject({ id: field.id, version: field.version, ...tenantFields })),
);

export const listTenantsInput = z.strictObject({
  search: field.search.default(''),
  archive: field.archiveFilter,
  kind: z.enum(partyKinds).nullish(),
  only: z.array(z.enum(tenantMarks)).max(tenantMarks.length).default([]),
  sort: z.enum(tenantSorts).default('name'),
  descending: z.boolean().default(false),
  ...field.paging,
});
export type ListTenantsInput = z.input<typeof listTenantsInput>;

export const tenantInput = z.strictObject({ id: field.id });
export const tenantRowInput = z.strictObject({ id: field.id, version: field.version });
export const tenantRowsInput = z.strictObject({ rows: field.seenRows });
export const deleteTenantInput = z.strictObject({ id: field.id, typedName: z.string().max(400) });
