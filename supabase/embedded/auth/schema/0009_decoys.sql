-- What somebody signed up with whose address or number has an owner: signing in with it is answered as for an account
-- that waits for its proof. The subject is keyed, so that no address stands here.
create table supabase_embedded.decoy (
  subject text primary key,
  password_hash text not null,
  created_at timestamptz not null default now()
);
