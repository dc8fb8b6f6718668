-- Written by hand. The roles are made in src/db/migrate.ts; this runs as hausbuch_owner.
CREATE SCHEMA IF NOT EXISTS hausbuch;
--> statement-breakpoint
GRANT USAGE ON SCHEMA hausbuch TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- A function can be called by those it is granted to, and by nobody before.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA hausbuch;
--> statement-breakpoint
-- Time-ordered ids: the built-in where Postgres has it (18), otherwise a random uuid whose first 48 bits are
-- the milliseconds and whose version is 7.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    CREATE FUNCTION hausbuch.uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE AS 'select pg_catalog.uuidv7()';
  ELSE
    CREATE FUNCTION hausbuch.uuid_v7() RETURNS uuid
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
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.uuid_v7() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- Called for every new table before its foreign keys. Does nothing on one machine. Where the schema is spread over
-- several by Citus, a new table joins it: by its portfolio, or whole on each of them.
CREATE FUNCTION hausbuch.spread(p_table text) RETURNS void
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  target regclass := format('hausbuch.%I', p_table)::regclass;
  is_spread boolean;
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
    RETURN;
  END IF;
  EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = ''hausbuch.portfolio''::regclass)'
    INTO is_spread;
  IF NOT is_spread THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = target AND a.attname = 'portfolio_id' AND NOT a.attisdropped
  ) THEN
    EXECUTE 'SELECT create_distributed_table($1, ''portfolio_id'', colocate_with => ''hausbuch.property'')' USING target;
  ELSE
    EXECUTE 'SELECT create_reference_table($1)' USING target;
  END IF;
END $$;
