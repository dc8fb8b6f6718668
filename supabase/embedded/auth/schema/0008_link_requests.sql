-- The session a link was begun in: it ends with that one, however that ended.
create table supabase_embedded.link_request (
  flow_id uuid primary key references auth.flow_state on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade
);
create index link_request_session_idx on supabase_embedded.link_request (session_id);
