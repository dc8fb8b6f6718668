-- A former secret's key ends a day after another took its place, whether or not anything is started meanwhile. The copies
-- of the keys on the nodes of a cluster know it before this: src/db/seal-keys.ts. As in 0000_prelude.sql but for that line.
CREATE OR REPLACE FUNCTION hausbuch.entered(p_what text) RETURNS text
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
  SELECT k.inner_pad, k.outer_pad INTO kept FROM hausbuch.seal_key k WHERE k.name = split_part(given, '.', 1)
    AND (k.replaced_at IS NULL OR k.replaced_at > now() - interval '24 hours');
  IF encode(sha256(kept.outer_pad || sha256(kept.inner_pad || convert_to(
    coalesce(nullif(current_setting('role'), 'none'), session_user::text)
      || '|' || who || '|' || place || '|' || split_part(given, '.', 2) || '|' || moment, 'UTF8'))), 'hex')
    = split_part(given, '.', 5)
  THEN
    RETURN nullif(CASE p_what WHEN 'portfolio' THEN place WHEN 'user' THEN who WHEN 'as' THEN split_part(given, '.', 2) END, '');
  END IF;
  RETURN NULL;
END $$;
