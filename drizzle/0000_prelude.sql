-- Ordered by the roles made in src/db/migrate.ts; runs as hausbuch_owner.
CREATE SCHEMA IF NOT EXISTS hausbuch;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA hausbuch;
--> statement-breakpoint
-- Time-ordered ids: the built-in where Postgres has it (18), otherwise a random uuid whose first 48 bits are
-- the milliseconds and whose version is 7.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    CREATE OR REPLACE FUNCTION hausbuch.uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE AS 'select pg_catalog.uuidv7()';
  ELSE
    CREATE OR REPLACE FUNCTION hausbuch.uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE AS $f$
        select encode(
          set_bit(
            set_bit(
              overlay(
                uuid_send(gen_random_uuid())
                placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6
              ),
              52, 1
            ),
            53, 1
          ),
          'hex'
        )::uuid
      $f$;
  END IF;
END $$;
