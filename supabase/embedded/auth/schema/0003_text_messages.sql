-- Text messages stand in the mailbox too; `to_address` is then a number like +4917612345.
alter table supabase_embedded.message
  add column channel text not null default 'email' check (channel in ('email', 'sms'));

-- Found by the sign-in with a number that waits for confirmation.
create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;
