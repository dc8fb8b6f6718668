-- What only the embedded server needs has a schema of its own; Supabase's stays as Supabase's.

-- Every mail ever sent, shown on the mailbox page.
create table supabase_embedded.message (
  id bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  links text[] not null default '{}',
  code text,
  created_at timestamptz not null default now()
);
create index message_to_address_idx on supabase_embedded.message (to_address, id desc);

-- Wrong passwords and codes per account, whether the account exists or not. Survives a restart.
create table supabase_embedded.failed_attempt (
  subject text primary key,
  failures integer not null default 1,
  since timestamptz not null default now()
);
