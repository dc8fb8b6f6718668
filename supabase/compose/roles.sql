-- Supabase's image makes these logins without a password; run once, when the database is created.
\set password `echo "$POSTGRES_PASSWORD"`
alter user supabase_auth_admin with password :'password';
alter user supabase_storage_admin with password :'password';
