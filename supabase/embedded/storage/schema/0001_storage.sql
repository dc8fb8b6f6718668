-- Buckets and objects under the names Supabase uses, so that policies written for a hosted project
-- run here unchanged. Applied as supabase_storage_admin, which so owns everything and is above the
-- policies; roles anon, authenticated and service_role must exist.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  constraint buckets_name_length check (length(name) between 1 and 100)
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

comment on column storage.buckets.owner is 'Superseded by owner_id';
comment on column storage.objects.owner is 'Superseded by owner_id';

-- Which folder of files belongs to this database. The sweep deletes files without a row, so it must
-- never run over the files of another database.
create table storage.file_store (
  singleton boolean not null default true primary key check (singleton),
  id uuid not null default gen_random_uuid()
);
insert into storage.file_store default values;

create function storage.foldername(name text) returns text[]
  language sql immutable
  return (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1];

create function storage.filename(name text) returns text
  language sql immutable
  return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

create function storage.extension(name text) returns text
  language sql immutable
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));

create function storage.operation() returns text
  language sql stable
  return current_setting('storage.operation', true);

create function storage.update_updated_at_column() returns trigger
  language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end;
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A row deleted by hand would leave its bytes behind.
create function storage.protect_delete() returns trigger
  language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end;
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.file_store enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;
