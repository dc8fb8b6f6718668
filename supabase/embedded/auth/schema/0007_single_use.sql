-- The last step whose code an authenticator app was believed with: a code opens one session (RFC 6238, 5.2).
create table supabase_embedded.factor_step (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  step bigint not null
);

-- Links and codes: unlogged rows are in no write-ahead log and in no restored backup.
alter table supabase_embedded.message set unlogged;
