-- An identity that is linked once the browser that began shows its verifier.
create table supabase_embedded.pending_identity (
  flow_id uuid primary key references auth.flow_state on delete cascade,
  account jsonb not null
);
