-- One portfolio keeps no other from anything.
--
-- The name by which this Postgres knows a time zone, null where it knows none: names are accepted by Node, whose list is of
-- another year, and systems of today leave out those of old (Debian without tzdata-legacy). A distance is written the other way
-- round here than everywhere else.
CREATE FUNCTION hausbuch.known_zone(p_zone text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  distance text[] := regexp_match(p_zone, '^([+-])([0-9]{2}):?([0-9]{2})?$');
  name text;
  later text := CASE lower(p_zone)
    WHEN 'africa/asmera' THEN 'Africa/Asmara'
    WHEN 'america/buenos_aires' THEN 'America/Argentina/Buenos_Aires'
    WHEN 'america/catamarca' THEN 'America/Argentina/Catamarca'
    WHEN 'america/coral_harbour' THEN 'America/Atikokan'
    WHEN 'america/cordoba' THEN 'America/Argentina/Cordoba'
    WHEN 'america/godthab' THEN 'America/Nuuk'
    WHEN 'america/indianapolis' THEN 'America/Indiana/Indianapolis'
    WHEN 'america/jujuy' THEN 'America/Argentina/Jujuy'
    WHEN 'america/louisville' THEN 'America/Kentucky/Louisville'
    WHEN 'america/mendoza' THEN 'America/Argentina/Mendoza'
    WHEN 'asia/calcutta' THEN 'Asia/Kolkata'
    WHEN 'asia/katmandu' THEN 'Asia/Kathmandu'
    WHEN 'asia/rangoon' THEN 'Asia/Yangon'
    WHEN 'asia/saigon' THEN 'Asia/Ho_Chi_Minh'
    WHEN 'atlantic/faeroe' THEN 'Atlantic/Faroe'
    WHEN 'europe/kiev' THEN 'Europe/Kyiv'
    WHEN 'gb' THEN 'Europe/London'
    WHEN 'pacific/enderbury' THEN 'Pacific/Kanton'
    WHEN 'pacific/ponape' THEN 'Pacific/Pohnpei'
    WHEN 'pacific/truk' THEN 'Pacific/Chuuk'
    WHEN 'us/alaska' THEN 'America/Anchorage'
    WHEN 'us/arizona' THEN 'America/Phoenix'
    WHEN 'us/central' THEN 'America/Chicago'
    WHEN 'us/eastern' THEN 'America/New_York'
    WHEN 'us/hawaii' THEN 'Pacific/Honolulu'
    WHEN 'us/mountain' THEN 'America/Denver'
    WHEN 'us/pacific' THEN 'America/Los_Angeles'
  END;
BEGIN
  IF distance IS NOT NULL THEN
    RETURN format('<%s%s>%s%s:%s', distance[1], distance[2],
      CASE distance[1] WHEN '+' THEN '-' ELSE '+' END, distance[2], coalesce(distance[3], '00'));
  END IF;
  FOREACH name IN ARRAY ARRAY[p_zone, later] LOOP
    BEGIN
      PERFORM timestamptz 'epoch' AT TIME ZONE name;
      IF name IS NOT NULL THEN
        RETURN name;
      END IF;
    EXCEPTION WHEN invalid_parameter_value THEN
      NULL;
    END;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.known_zone(text) TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- Statements call it where the rows are: of a cluster that is one already also there, as src/db/cluster/distribute.ts has it.
DO $$
DECLARE
  is_spread boolean := false;
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
    EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = ''hausbuch.portfolio''::regclass)'
      INTO is_spread;
  END IF;
  IF is_spread THEN
    EXECUTE 'SELECT create_distributed_function(''hausbuch.known_zone(text)'')';
  END IF;
END $$;
--> statement-breakpoint
-- What clocks say in each zone that portfolios have, in Greenwich where Postgres does not know it: the work itself goes by Node's
-- clock, so that it is only looked for some hours too early or late. For the functions below only.
CREATE FUNCTION hausbuch.local_times(p_now timestamptz) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT jsonb_object_agg(z.time_zone, p_now AT TIME ZONE coalesce(hausbuch.known_zone(z.time_zone), 'UTC'))
    FROM (SELECT DISTINCT p.time_zone FROM hausbuch.portfolio p) AS z
  );
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hausbuch.portfolios_with_rent_to_post(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  times jsonb;
BEGIN
  PERFORM hausbuch.demand_system();
  times := hausbuch.local_times(p_now);
  RETURN QUERY
    SELECT DISTINCT l.portfolio_id
    FROM hausbuch.lease l JOIN hausbuch.portfolio p ON p.id = l.portfolio_id
    WHERE l.voided_at IS NULL
      AND greatest(l.starts_on, l.booked_from)
        < date_trunc('month', (times ->> p.time_zone)::timestamp) + interval '1 month'
      AND (l.ends_on IS NULL OR l.ends_on > coalesce(l.posted_through, '-infinity'::date))
      AND coalesce(l.posted_through, '-infinity'::date)
        < (date_trunc('month', (times ->> p.time_zone)::timestamp) + interval '1 month - 1 day')::date;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hausbuch.portfolios_with_recurring_due(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  times jsonb;
BEGIN
  PERFORM hausbuch.demand_system();
  times := hausbuch.local_times(p_now);
  RETURN QUERY
    SELECT DISTINCT r.portfolio_id
    FROM hausbuch.recurring r JOIN hausbuch.portfolio p ON p.id = r.portfolio_id
    WHERE r.paused_on IS NULL AND r.voided_at IS NULL
      AND r.starts_on <= (times ->> p.time_zone)::timestamp::date
      AND (r.ends_on IS NULL OR r.ends_on > coalesce(r.posted_through, '-infinity'::date))
      AND coalesce(r.posted_through, '-infinity'::date) < (times ->> p.time_zone)::timestamp::date;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hausbuch.portfolios_that_remind(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  times jsonb;
BEGIN
  PERFORM hausbuch.demand_system();
  times := hausbuch.local_times(p_now);
  RETURN QUERY
    SELECT r.portfolio_id FROM hausbuch.reminder_rule r JOIN hausbuch.portfolio p ON p.id = r.portfolio_id
    WHERE r.by_itself_up_to IS NOT NULL
      AND date_part('hour', (times ->> p.time_zone)::timestamp) >= 8
      AND (r.by_itself_ran_on IS NULL OR r.by_itself_ran_on < (times ->> p.time_zone)::timestamp::date);
END $$;
--> statement-breakpoint
-- What all together send to one address in a day took the place of who has a reason to write there: two accounts made today kept a
-- landlord's letters from their tenant, ten clients a tax adviser's eleventh. Whoever has been here for a week sends the first
-- three of a day whatever others sent, so that an address gets three from each such account beside that, five times as many at
-- most. As in
-- 0002_guards.sql but for that.
CREATE OR REPLACE FUNCTION hausbuch.take_mail(p_kind text, p_recipient text) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  who uuid := hausbuch.entered('user')::uuid;
  -- What stands behind a plus sign is anybody's to make up, and comes to the same mailbox.
  mailbox text := regexp_replace(lower(p_recipient), '(.)[+][^@]*@', '\1@');
  recipient text := encode(sha256(convert_to(mailbox, 'UTF8')), 'hex');
  most integer[] := CASE p_kind
    WHEN 'invitation' THEN ARRAY[60, 5, 5]
    WHEN 'letter' THEN ARRAY[300, 10, 20]
    WHEN 'receipts' THEN ARRAY[60, 8, 10]
    WHEN 'test' THEN ARRAY[10, 5, 5]
  END;
  by_one integer;
  by_one_to_one integer;
  to_one integer;
  goes_at timestamptz := now();
  -- By the profile, which goes with its account and stays when portfolios are erased.
  is_settled boolean := EXISTS (
    SELECT 1 FROM hausbuch.profile p WHERE p.user_id = who AND p.created_at <= now() - interval '7 days'
  );
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('hausbuch.mail_sent.' || p_kind, 0));
  DELETE FROM hausbuch.mail_sent WHERE kind = p_kind AND sent_at <= now() - interval '1 day';
  by_one := (SELECT count(*) FROM hausbuch.mail_sent s
    WHERE s.kind = p_kind AND s.sender_user_id = who AND s.sent_at > now() - interval '1 hour');
  by_one_to_one := (SELECT count(*) FROM hausbuch.mail_sent s
    WHERE s.kind = p_kind AND s.recipient_hash = recipient AND s.sender_user_id = who);
  to_one := (SELECT count(*) FROM hausbuch.mail_sent s WHERE s.kind = p_kind AND s.recipient_hash = recipient);
  IF who IS NULL OR most IS NULL OR by_one_to_one >= most[2]
    OR (to_one >= most[3] AND NOT (is_settled AND by_one_to_one < 3)) OR to_one >= 5 * most[3] THEN
    RETURN NULL;
  END IF;
  IF by_one >= most[1] THEN
    IF p_kind <> 'letter' THEN
      RETURN NULL;
    END IF;
    -- An hour after the one that is as many before it as an hour takes: no hour ever has more.
    goes_at := (SELECT s.sent_at FROM hausbuch.mail_sent s
      WHERE s.kind = p_kind AND s.sender_user_id = who AND s.sent_at > now() - interval '1 hour'
      ORDER BY s.sent_at OFFSET by_one - most[1] LIMIT 1) + interval '1 hour';
    IF goes_at > now() + interval '12 hours' THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash) VALUES (p_kind, goes_at, who, recipient);
  RETURN ceil(date_part('epoch', goes_at - now()));
END $$;
--> statement-breakpoint
-- Those with invitations that ended so long ago that their address is forgotten.
CREATE FUNCTION hausbuch.portfolios_with_ended_invitations(p_before timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT DISTINCT m.portfolio_id FROM hausbuch.member m
    WHERE m.user_id IS NULL AND m.invitation_expires_at < p_before;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_ended_invitations(timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_ended_invitations(timestamptz) TO hausbuch_app;
