-- A count that runs off with time; `since` is when it was last added to.
alter table supabase_embedded.failed_attempt alter column failures type double precision;
