-- Accounts that somebody signed up for and nobody has proven to own; an operator's are not among them.
create table supabase_embedded.waiting_account (
  user_id uuid primary key references auth.users on delete cascade
);
