-- Written by hand: what src/db/schema cannot say. Functions that act as their owner (SECURITY DEFINER) are as few
-- as can be, with the reason in their comment; they look names up in pg_catalog first and in pg_temp last, so that
-- nobody slips a temporary table or type under them.
--
-- Two leases never share a unit on a day; a voided lease frees its units.
ALTER TABLE hausbuch.lease_unit ADD CONSTRAINT lease_unit_no_overlap
  EXCLUDE USING gist (portfolio_id WITH =, unit_id WITH =, during WITH &&) WHERE (NOT is_voided);
--> statement-breakpoint
-- Answers false where no auth schema exists (a bare test database) and fails where it exists but may not be read:
-- closed, not open.
CREATE FUNCTION hausbuch.has_verified_factor() RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  answer boolean;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'auth' AND c.relname = 'mfa_factors'
  ) THEN
    RETURN false;
  END IF;
  EXECUTE 'select exists (select 1 from auth.mfa_factors where user_id = $1 and status::text = ''verified'')'
    INTO answer USING hausbuch.entered('user')::uuid;
  RETURN answer;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.has_verified_factor() IS
  'Whether the current user has a second factor. As its owner: the app may not read the sign-in server’s tables.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.has_verified_factor() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- A session that was ended, that has run out or whose user is banned or gone is over before its token is.
CREATE FUNCTION hausbuch.session_lives(p_session uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  answer boolean;
BEGIN
  EXECUTE 'select exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = $1 and s.user_id = $2 and (s.not_after is null or s.not_after > now())
        and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null)'
    INTO answer USING p_session, hausbuch.entered('user')::uuid;
  RETURN answer;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.session_lives(uuid) IS
  'Whether the current user’s session of an access token, which outlives it by up to an hour, still lives. As its owner: the app may not read the sign-in server’s tables.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.session_lives(uuid) TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- The current user's own names at the sign-in server; an address counts only once it is confirmed.
CREATE FUNCTION hausbuch.own_account() RETURNS TABLE (email text, phone text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'select case when u.email_confirmed_at is null then null
      else lower(nullif(u.email::text, '''')) end, nullif(u.phone::text, '''')
    from auth.users u where u.deleted_at is null and u.id = $1'
    USING hausbuch.entered('user')::uuid;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.own_account() IS
  'Address and phone number of the user the transaction was entered for. As its owner: the app may not read the sign-in server’s tables.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.own_account() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
CREATE FUNCTION hausbuch.portfolio_people() RETURNS TABLE (user_id uuid, email text, display_name text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'select m.user_id, coalesce(nullif(u.email::text, ''''), nullif(u.phone::text, '''')),
      coalesce(p.display_name, '''')
    from hausbuch.member m
    left join auth.users u on u.id = m.user_id
    left join hausbuch.profile p on p.user_id = m.user_id
    where m.portfolio_id = $1 and m.user_id is not null
      and exists (select 1 from hausbuch.member own where own.portfolio_id = $1 and own.user_id = $2)'
    USING hausbuch.entered('portfolio')::uuid,
      hausbuch.entered('user')::uuid;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolio_people() IS
  'Who is in the portfolio the transaction was entered for, to its members. As its owner: profiles belong to their people, addresses to the sign-in server, so neither is readable otherwise.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolio_people() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
CREATE FUNCTION hausbuch.own_sessions()
  RETURNS TABLE (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, address text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE 'select s.id, s.created_at, coalesce(s.refreshed_at at time zone ''utc'', s.created_at),
      s.user_agent, host(s.ip)
    from auth.sessions s
    where s.user_id = $1 and (s.not_after is null or s.not_after > now())
    order by 3 desc, s.id limit 100'
    USING hausbuch.entered('user')::uuid;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.own_sessions() IS
  'Where the current user is signed in. As its owner: Supabase has no call for it, and the app may not read its tables.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.own_sessions() TO hausbuch_app;
--> statement-breakpoint
CREATE FUNCTION hausbuch.end_own_session(p_session uuid) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended integer;
BEGIN
  EXECUTE 'delete from auth.sessions where id = $1 and user_id = $2' USING p_session, hausbuch.entered('user')::uuid;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended > 0;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.end_own_session(uuid) IS
  'Ends one of the current user’s own sessions. As its owner: Supabase has no call for it, and the app may not write its tables.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.end_own_session(uuid) TO hausbuch_app;
--> statement-breakpoint
-- The first statement of every transaction, at top level: role, user and portfolio for this transaction, sealed by the
-- app, and what the request needs to know of them. On a cluster the settings have to reach the other nodes, which SET LOCAL
-- does and set_config() does not; the role must not, because over there nobody may take it.
CREATE FUNCTION hausbuch.enter_request(p_role text, p_user uuid, p_portfolio uuid, p_session uuid, p_seal text)
  RETURNS TABLE (
    member_role text, currency text, jurisdiction text, time_zone text, has_factor boolean, session_lives boolean
  )
  LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  IF p_role NOT IN ('hausbuch_app', 'hausbuch_erase') THEN
    RAISE EXCEPTION 'enter_request: unknown role';
  END IF;
  EXECUTE format('SET LOCAL app.user_id = %L', coalesce(p_user::text, ''));
  EXECUTE format('SET LOCAL app.portfolio_id = %L', coalesce(p_portfolio::text, ''));
  EXECUTE format('SET LOCAL app.seal = %L', coalesce(p_seal, ''));
  PERFORM set_config('role', p_role, true);
  IF hausbuch.entered('as') IS NULL THEN
    RAISE EXCEPTION 'enter_request: not sealed for this transaction by a key of this database'
      USING ERRCODE = 'insufficient_privilege',
        HINT = 'Every process has the SUPABASE_SECRET_KEY that the last start had.';
  END IF;
  RETURN QUERY
    SELECT m.role, p.currency, p.jurisdiction, p.time_zone,
      CASE WHEN p_user IS NULL THEN false ELSE hausbuch.has_verified_factor() END,
      CASE WHEN p_session IS NULL THEN NULL ELSE hausbuch.session_lives(p_session) END
    FROM (SELECT 1) AS one
    LEFT JOIN hausbuch.portfolio p ON p.id = p_portfolio
    LEFT JOIN hausbuch.member m ON m.portfolio_id = p_portfolio AND m.user_id = p_user;
END $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.enter_request(text, uuid, uuid, uuid, text) TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
CREATE FUNCTION hausbuch.own_portfolios()
  RETURNS TABLE (id uuid, name text, role text, jurisdiction text, currency text, time_zone text, is_demo boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.id, p.name, m.role, p.jurisdiction, p.currency, p.time_zone, p.is_demo
  FROM hausbuch.member m JOIN hausbuch.portfolio p ON p.id = m.portfolio_id
  WHERE m.user_id = (SELECT hausbuch.entered('user')::uuid)
  ORDER BY m.created_at, p.id
$$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.own_portfolios() IS
  'The portfolios of the current user. As its owner: row-level security shows one portfolio at a time.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.own_portfolios() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
CREATE FUNCTION hausbuch.own_portfolio_of(p_entity text, p_id uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  who uuid := hausbuch.entered('user')::uuid;
  own uuid;
  answer uuid;
BEGIN
  IF p_entity NOT IN ('property', 'tenant') THEN
    RAISE EXCEPTION 'own_portfolio_of: unknown entity';
  END IF;
  -- One portfolio after the other: on a cluster each lies on one machine, and all of them on every one.
  FOR own IN
    SELECT m.portfolio_id FROM hausbuch.member m WHERE m.user_id = who
  LOOP
    EXECUTE format('select portfolio_id from hausbuch.%I where portfolio_id = $1 and id = $2', p_entity)
      INTO answer USING own, p_id;
    IF answer IS NOT NULL THEN
      RETURN answer;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.own_portfolio_of(text, uuid) IS
  'Which of the current user’s portfolios holds a row, so that opening its address can switch to it and a stranger’s stays unknown. As its owner: row-level security shows one portfolio at a time.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.own_portfolio_of(text, uuid) TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- What is over all portfolios is the program's own: no person and no visitor comes to it, whatever their statements say.
-- Who may become the owner of all this, as the login that migrates, needs no leave.
CREATE FUNCTION hausbuch.demand_system() RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF hausbuch.entered('as') IS DISTINCT FROM 'system' AND NOT pg_has_role(session_user, 'hausbuch_owner', 'member') THEN
    RAISE EXCEPTION 'only the program itself asks this' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
--> statement-breakpoint
-- Those with a lease whose rent is not yet posted up to the end of the current month of their time zone.
CREATE FUNCTION hausbuch.portfolios_with_rent_to_post(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT DISTINCT l.portfolio_id
    FROM hausbuch.lease l JOIN hausbuch.portfolio p ON p.id = l.portfolio_id
    WHERE l.voided_at IS NULL
      AND greatest(l.starts_on, l.booked_from) < date_trunc('month', p_now AT TIME ZONE p.time_zone) + interval '1 month'
      AND (l.ends_on IS NULL OR l.ends_on > coalesce(l.posted_through, '-infinity'::date))
      AND coalesce(l.posted_through, '-infinity'::date)
        < (date_trunc('month', p_now AT TIME ZONE p.time_zone) + interval '1 month - 1 day')::date;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_rent_to_post(timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_rent_to_post(timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Those with a recurring item whose next due date may have come.
CREATE FUNCTION hausbuch.portfolios_with_recurring_due(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT DISTINCT r.portfolio_id
    FROM hausbuch.recurring r JOIN hausbuch.portfolio p ON p.id = r.portfolio_id
    WHERE r.paused_on IS NULL AND r.voided_at IS NULL
      AND r.starts_on <= (p_now AT TIME ZONE p.time_zone)::date
      AND (r.ends_on IS NULL OR r.ends_on > coalesce(r.posted_through, '-infinity'::date))
      AND coalesce(r.posted_through, '-infinity'::date) < (p_now AT TIME ZONE p.time_zone)::date;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_recurring_due(timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_recurring_due(timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Those that remind by themselves and have not looked yet what goes this morning: after eight where the portfolio is.
CREATE FUNCTION hausbuch.portfolios_that_remind(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT r.portfolio_id FROM hausbuch.reminder_rule r JOIN hausbuch.portfolio p ON p.id = r.portfolio_id
    WHERE r.by_itself_up_to IS NOT NULL
      AND date_part('hour', p_now AT TIME ZONE p.time_zone) >= 8
      AND (r.by_itself_ran_on IS NULL OR r.by_itself_ran_on < (p_now AT TIME ZONE p.time_zone)::date);
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_that_remind(timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_that_remind(timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Those with a mail whose time has come, or that somebody began to send and never finished.
CREATE FUNCTION hausbuch.portfolios_with_mails(p_now timestamptz, p_silent_since timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT DISTINCT m.portfolio_id FROM hausbuch.letter_mail m
    WHERE (m.state = 'waiting' AND m.next_try_at <= p_now) OR (m.state = 'sending' AND m.tried_at < p_silent_since);
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_mails(timestamptz, timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_mails(timestamptz, timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Those with files to read, uploads nobody finished, deleted documents whose time has come, or files to remove.
CREATE FUNCTION hausbuch.portfolios_with_file_work(p_abandoned_before timestamptz, p_purged_before timestamptz)
  RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT v.portfolio_id FROM hausbuch.document_version v
    WHERE v.state IN ('uploading', 'checked') AND (v.state = 'checked' OR v.created_at < p_abandoned_before)
    UNION
    SELECT d.portfolio_id FROM hausbuch.document d WHERE d.deleted_at IS NOT NULL AND d.deleted_at < p_purged_before
    UNION
    SELECT f.portfolio_id FROM hausbuch.file_removal f WHERE f.removed_at IS NULL;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_file_work(timestamptz, timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_file_work(timestamptz, timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Those that have, or lately had, files.
CREATE FUNCTION hausbuch.portfolios_with_files() RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT v.portfolio_id FROM hausbuch.document_version v
    UNION
    SELECT f.portfolio_id FROM hausbuch.file_removal f;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_files() IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_files() TO hausbuch_app;
--> statement-breakpoint
-- Those with lines of a bank that were left out so long ago that their words are forgotten, or with what was known of a sender
-- and removed as long ago.
CREATE FUNCTION hausbuch.portfolios_with_left_out_lines(p_before timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM hausbuch.demand_system();
  RETURN QUERY
    SELECT l.portfolio_id FROM hausbuch.bank_line l
    WHERE l.state = 'left_out' AND l.forgotten_at IS NULL AND l.decided_at < p_before
    UNION
    SELECT r.portfolio_id FROM hausbuch.bank_rule r WHERE r.removed_at < p_before;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.portfolios_with_left_out_lines(timestamptz) IS
  'For jobs, which act on one portfolio per transaction: the ids of those with work. As its owner: nobody else sees more than one portfolio.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_left_out_lines(timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Removes a portfolio from every table that has its rows, whichever come later, each after those that point
-- at it, and puts its files into the outbox, which stays. For the two functions below only.
CREATE FUNCTION hausbuch.erase_portfolio_rows(p_target uuid) RETURNS integer
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  waiting oid[];
  next_table oid;
  removed integer := 0;
  step integer;
BEGIN
  INSERT INTO hausbuch.file_removal (portfolio_id, storage_path)
    SELECT v.portfolio_id, v.storage_path FROM hausbuch.document_version v WHERE v.portfolio_id = p_target;
  IF FOUND THEN
    PERFORM pg_notify('hausbuch_file_work', p_target::text);
  END IF;
  SELECT array_agg(c.oid) INTO waiting
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'portfolio_id'
    WHERE c.relnamespace = 'hausbuch'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'file_removal';
  WHILE cardinality(waiting) > 0 LOOP
    SELECT t INTO next_table FROM unnest(waiting) AS t
      WHERE NOT EXISTS (
        SELECT 1 FROM pg_catalog.pg_constraint f
        WHERE f.contype = 'f' AND f.confrelid = t AND f.conrelid <> t AND f.conrelid = ANY (waiting)
      ) LIMIT 1;
    IF next_table IS NULL THEN
      RAISE EXCEPTION 'erase_portfolio_rows: the foreign keys go round in a circle';
    END IF;
    EXECUTE format(
      'DELETE FROM hausbuch.%I WHERE portfolio_id = $1',
      (SELECT c.relname FROM pg_catalog.pg_class c WHERE c.oid = next_table)
    ) USING p_target;
    GET DIAGNOSTICS step = ROW_COUNT;
    removed := removed + step;
    waiting := array_remove(waiting, next_table);
  END LOOP;
  DELETE FROM hausbuch.portfolio WHERE id = p_target;
  RETURN removed + 1;
END $$;
--> statement-breakpoint
-- Null: the portfolio is not theirs, or no demo where only one of these may go. A demo leaves no trace.
CREATE FUNCTION hausbuch.erase_portfolio(p_is_demo boolean) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  target uuid := hausbuch.entered('portfolio')::uuid;
  who uuid := hausbuch.entered('user')::uuid;
  removed integer;
BEGIN
  PERFORM 1 FROM hausbuch.portfolio p
    JOIN hausbuch.member m ON m.portfolio_id = p.id AND m.role = 'owner' AND m.user_id = who
    WHERE p.id = target AND (p.is_demo OR NOT p_is_demo)
    FOR UPDATE OF p;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  removed := hausbuch.erase_portfolio_rows(target);
  IF NOT p_is_demo THEN
    INSERT INTO hausbuch.erasure (kind, user_id, erased_portfolio_id, row_count)
      VALUES ('portfolio', who, target, removed);
  END IF;
  RETURN removed;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.erase_portfolio(boolean) IS
  'Erases the portfolio the transaction was entered for, by one of its owners. As its owner: no other role may take rows out of the audit trail.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.erase_portfolio(boolean) TO hausbuch_erase;
--> statement-breakpoint
-- Everything of the current user: the portfolios they own alone, their place in others (which stays in the
-- audit trail there), their profile. The account itself is the sign-in server's to delete.
CREATE FUNCTION hausbuch.erase_account() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  who uuid := hausbuch.entered('user')::uuid;
  one record;
  removed integer;
  total integer := 0;
BEGIN
  IF who IS NULL THEN
    RAISE EXCEPTION 'erase_account: nobody is signed in';
  END IF;
  -- In this order, which everybody keeps who changes owners: two owners who leave at once take turns.
  PERFORM 1 FROM hausbuch.portfolio p
    WHERE p.id IN (SELECT m.portfolio_id FROM hausbuch.member m WHERE m.user_id = who)
    ORDER BY p.id FOR UPDATE;
  FOR one IN
    SELECT m.portfolio_id, m.id, m.role, NOT EXISTS (
      SELECT 1 FROM hausbuch.member o
      WHERE o.portfolio_id = m.portfolio_id AND o.role = 'owner' AND o.user_id IS NOT NULL AND o.user_id <> who
    ) AS is_alone
    FROM hausbuch.member m WHERE m.user_id = who
  LOOP
    IF one.role = 'owner' AND one.is_alone THEN
      removed := hausbuch.erase_portfolio_rows(one.portfolio_id);
      INSERT INTO hausbuch.erasure (kind, user_id, erased_portfolio_id, row_count)
        VALUES ('portfolio', who, one.portfolio_id, removed);
      total := total + removed;
    ELSE
      DELETE FROM hausbuch.member WHERE portfolio_id = one.portfolio_id AND id = one.id;
      INSERT INTO hausbuch.audit_event (portfolio_id, actor_kind, user_id, action, entity, entity_id, before)
        VALUES (one.portfolio_id, 'user', who, 'member.leave', 'member', one.id, jsonb_build_object('role', one.role));
      total := total + 1;
    END IF;
  END LOOP;
  DELETE FROM hausbuch.profile WHERE user_id = who;
  UPDATE hausbuch.mail_sent SET sender_user_id = NULL WHERE sender_user_id = who;
  DELETE FROM hausbuch.account_event WHERE user_id = who;
  DELETE FROM hausbuch.recovery_code WHERE user_id = who;
  DELETE FROM hausbuch.recovery_attempt WHERE user_id = who;
  INSERT INTO hausbuch.erasure (kind, user_id, row_count) VALUES ('account', who, total);
  RETURN total;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.erase_account() IS
  'Erases what the current user owns alone, and their place elsewhere. As its owner: it reaches into several portfolios and their audit trails.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.erase_account() TO hausbuch_erase;
--> statement-breakpoint
CREATE FUNCTION hausbuch.forget_contact_messages(p_written_before timestamptz) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  PERFORM hausbuch.demand_system();
  DELETE FROM hausbuch.contact_message WHERE written_at < p_written_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.forget_contact_messages(timestamptz) IS
  'Removes what visitors wrote before an instant. As its owner: jobs may not read it.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.forget_contact_messages(timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- Over all portfolios, of which anybody may found and erase any number. Of each kind so many an hour from one person,
-- so many a day from them to one address, and so many a day to it from all. Those who ask at once take turns until
-- their transactions end. A letter beyond what an hour takes has its turn when there is room, up to half a day later.
CREATE FUNCTION hausbuch.take_mail(p_kind text, p_recipient text) RETURNS integer
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
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('hausbuch.mail_sent.' || p_kind, 0));
  DELETE FROM hausbuch.mail_sent WHERE kind = p_kind AND sent_at <= now() - interval '1 day';
  by_one := (SELECT count(*) FROM hausbuch.mail_sent s
    WHERE s.kind = p_kind AND s.sender_user_id = who AND s.sent_at > now() - interval '1 hour');
  by_one_to_one := (SELECT count(*) FROM hausbuch.mail_sent s
    WHERE s.kind = p_kind AND s.recipient_hash = recipient AND s.sender_user_id = who);
  to_one := (SELECT count(*) FROM hausbuch.mail_sent s WHERE s.kind = p_kind AND s.recipient_hash = recipient);
  IF who IS NULL OR most IS NULL OR by_one_to_one >= most[2] OR to_one >= most[3] THEN
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
COMMENT ON FUNCTION hausbuch.take_mail(text, text) IS
  'In how many seconds the current user may have one more mail sent to an address, null for none; notes it where so. As its owner: what others have sent to that address is nobody’s to read.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.take_mail(text, text) TO hausbuch_app;
--> statement-breakpoint
CREATE FUNCTION hausbuch.store_published_figures(p_kind text, p_figures jsonb, p_source text, p_fetched_on date)
  RETURNS integer LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stored integer;
BEGIN
  PERFORM hausbuch.demand_system();
  IF p_kind = 'base_rate' THEN
    INSERT INTO hausbuch.base_rate (valid_from, rate_bp, source, fetched_on)
    SELECT f.valid_from, f.value, p_source, p_fetched_on
    FROM jsonb_to_recordset(p_figures) AS f (valid_from date, value integer)
    ON CONFLICT (valid_from) DO UPDATE
      SET rate_bp = excluded.rate_bp, source = excluded.source, fetched_on = excluded.fetched_on;
  ELSE
    INSERT INTO hausbuch.consumer_price_index (month, index_milli, source, fetched_on)
    SELECT f.valid_from, f.value, p_source, p_fetched_on
    FROM jsonb_to_recordset(p_figures) AS f (valid_from date, value integer)
    ON CONFLICT (month) DO UPDATE
      SET index_milli = excluded.index_milli, source = excluded.source, fetched_on = excluded.fetched_on;
  END IF;
  GET DIAGNOSTICS stored = ROW_COUNT;
  RETURN stored;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.store_published_figures(text, jsonb, text, date) IS
  'Renews what the Bundesbank publishes, for all portfolios. As its owner: nobody else writes these tables.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.store_published_figures(text, jsonb, text, date) TO hausbuch_app;
--> statement-breakpoint
CREATE FUNCTION hausbuch.forget_account_events(p_before timestamptz) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  PERFORM hausbuch.demand_system();
  DELETE FROM hausbuch.recovery_attempt WHERE since < now() - interval '1 day';
  DELETE FROM hausbuch.mail_sent WHERE sent_at <= now() - interval '1 day';
  DELETE FROM hausbuch.account_event WHERE at < p_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.forget_account_events(timestamptz) IS
  'Removes what happened on accounts before an instant, and what was only kept to limit attempts and invitations. As its owner: row-level security shows each person their own.';
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.forget_account_events(timestamptz) TO hausbuch_app;
--> statement-breakpoint
-- A backup brought back may stand beside the installation it is of, which goes on: what acts on its own towards others rests.
CREATE FUNCTION hausbuch.rest_after_restore() RETURNS void
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO hausbuch.audit_event (portfolio_id, actor_kind, action, entity, entity_id, after)
    SELECT r.portfolio_id, 'system', 'reminder_rule.stop', 'reminder_rule', r.id, '{"byItselfUpTo": null}'::jsonb
    FROM hausbuch.reminder_rule r WHERE r.by_itself_up_to IS NOT NULL;
  UPDATE hausbuch.reminder_rule
    SET rested_up_to = by_itself_up_to, by_itself_up_to = NULL, version = version + 1, updated_at = now()
    WHERE by_itself_up_to IS NOT NULL;
  -- Those of the queue went since, or will go there: nobody here knows, so none goes again but by a click.
  INSERT INTO hausbuch.audit_event (portfolio_id, actor_kind, action, entity, entity_id, after)
    SELECT m.portfolio_id, 'system', 'letter.lose', 'letter', m.letter_id, jsonb_build_object('mailId', m.id)
    FROM hausbuch.letter_mail m WHERE m.state IN ('waiting', 'sending');
  UPDATE hausbuch.letter_mail SET state = 'uncertain', may_have_gone = true WHERE state IN ('waiting', 'sending');
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.rest_after_restore() IS
  'For whoever brings a database back, before the app is started on it: nothing is mailed by itself until somebody says so.';
