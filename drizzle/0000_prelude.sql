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
-- For whom the transaction was entered ('user'), in which portfolio ('portfolio'), and as what ('as'), where the app has
-- sealed exactly that for exactly this transaction; null otherwise, and then no row is anybody's. The settings alone are
-- anybody's to make: SQL as the login of the app may set them, and cannot make the seal (src/db/seal.ts), which is
-- HMAC-SHA256 (RFC 2104) over role, user, portfolio, purpose, server process and begin of the transaction. Where a node
-- of a cluster asks (Citus), it is as the role itself that it comes in: process and begin are the coordinator's then, and
-- the begin is less than an hour ago.
--
-- In the leader of a parallel plan alone, whose process was sealed.
CREATE FUNCTION hausbuch.entered(p_what text) RETURNS text
  LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  given text := current_setting('app.seal', true);
  who text := current_setting('app.user_id', true);
  place text := current_setting('app.portfolio_id', true);
  moment text;
  kept record;
BEGIN
  IF coalesce(given, '') = '' THEN
    RETURN NULL;
  END IF;
  IF session_user IN ('hausbuch_app', 'hausbuch_erase') THEN
    moment := split_part(given, '.', 4);
    IF to_regclass('pg_catalog.pg_dist_node') IS NULL OR moment !~ '^[0-9a-f]{16}$' OR abs(
      ('x' || moment)::bit(64)::bigint - ('x' || encode(timestamptz_send(now()), 'hex'))::bit(64)::bigint
    ) > 3600000000 THEN
      RETURN NULL;
    END IF;
    moment := split_part(given, '.', 3) || '.' || moment;
  ELSE
    moment := pg_backend_pid() || '.' || encode(timestamptz_send(now()), 'hex');
    IF moment <> split_part(given, '.', 3) || '.' || split_part(given, '.', 4) THEN
      RETURN NULL;
    END IF;
  END IF;
  -- The less one statement does here the better: each is asked anew for each table of each statement.
  SELECT k.inner_pad, k.outer_pad INTO kept FROM hausbuch.seal_key k WHERE k.name = split_part(given, '.', 1);
  IF encode(sha256(kept.outer_pad || sha256(kept.inner_pad || convert_to(
    coalesce(nullif(current_setting('role'), 'none'), session_user::text)
      || '|' || who || '|' || place || '|' || split_part(given, '.', 2) || '|' || moment, 'UTF8'))), 'hex')
    = split_part(given, '.', 5)
  THEN
    RETURN nullif(CASE p_what WHEN 'portfolio' THEN place WHEN 'user' THEN who WHEN 'as' THEN split_part(given, '.', 2) END, '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.entered(text) IS
  'What the transaction was entered for, as the app has sealed it. As its owner: nobody else may read the key.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.entered(text) TO hausbuch_app, hausbuch_erase;
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
