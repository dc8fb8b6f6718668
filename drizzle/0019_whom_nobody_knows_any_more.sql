-- What came of an account between its rows and its end at the sign-in server, or stayed where that server removed it by
-- itself, stayed for ever: sign-ins, recovery codes, a profile. It goes with the next night; portfolios only where their
-- owner had said so, which is what `erasure` notes.
CREATE FUNCTION hausbuch.erase_account_rows(p_who uuid) RETURNS integer
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
  removed integer;
  total integer := 0;
BEGIN
  -- In this order, which everybody keeps who changes owners: two owners who leave at once take turns.
  PERFORM 1 FROM hausbuch.portfolio p
    WHERE p.id IN (SELECT m.portfolio_id FROM hausbuch.member m WHERE m.user_id = p_who)
    ORDER BY p.id FOR UPDATE;
  FOR one IN
    SELECT m.portfolio_id, m.id, m.role, NOT EXISTS (
      SELECT 1 FROM hausbuch.member o
      WHERE o.portfolio_id = m.portfolio_id AND o.role = 'owner' AND o.user_id IS NOT NULL AND o.user_id <> p_who
    ) AS is_alone
    FROM hausbuch.member m WHERE m.user_id = p_who
  LOOP
    IF one.role = 'owner' AND one.is_alone THEN
      removed := hausbuch.erase_portfolio_rows(one.portfolio_id);
      INSERT INTO hausbuch.erasure (kind, user_id, erased_portfolio_id, row_count)
        VALUES ('portfolio', p_who, one.portfolio_id, removed);
      total := total + removed;
    ELSE
      DELETE FROM hausbuch.member WHERE portfolio_id = one.portfolio_id AND id = one.id;
      INSERT INTO hausbuch.audit_event (portfolio_id, actor_kind, user_id, action, entity, entity_id, before)
        VALUES (one.portfolio_id, 'user', p_who, 'member.leave', 'member', one.id, jsonb_build_object('role', one.role));
      total := total + 1;
    END IF;
  END LOOP;
  PERFORM hausbuch.forget_people(ARRAY[p_who]);
  -- Whoever asks again for what is gone already leaves no second note.
  IF total > 0 OR NOT EXISTS (SELECT 1 FROM hausbuch.erasure e WHERE e.user_id = p_who AND e.kind = 'account') THEN
    INSERT INTO hausbuch.erasure (kind, user_id, row_count) VALUES ('account', p_who, total);
  END IF;
  RETURN total;
END $$;
--> statement-breakpoint
-- What is nobody else's than these people's. For the functions here only.
CREATE FUNCTION hausbuch.forget_people(p_who uuid[]) RETURNS void
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM hausbuch.profile WHERE user_id = ANY (p_who);
  UPDATE hausbuch.mail_sent SET sender_user_id = NULL WHERE sender_user_id = ANY (p_who);
  DELETE FROM hausbuch.account_event WHERE user_id = ANY (p_who);
  DELETE FROM hausbuch.recovery_code WHERE user_id = ANY (p_who);
  DELETE FROM hausbuch.recovery_attempt WHERE user_id = ANY (p_who);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hausbuch.erase_account() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  who uuid := hausbuch.entered('user')::uuid;
BEGIN
  IF who IS NULL THEN
    RAISE EXCEPTION 'erase_account: nobody is signed in';
  END IF;
  RETURN hausbuch.erase_account_rows(who);
END $$;
--> statement-breakpoint
-- It names the sign-in server's table itself: where our owner may not read that, the start hands it to who may. A server without
-- anybody, or suddenly without most, is one whose database is just being brought back: then nobody goes. What somebody owns
-- goes only where they had said so and did nothing since; two hours are longer than what was open then went on.
CREATE OR REPLACE FUNCTION hausbuch.forget_account_events(p_before timestamptz) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed integer;
  named uuid[];
  noted uuid[];
  answer record;
  who uuid;
  quiet_since timestamptz;
BEGIN
  PERFORM hausbuch.demand_system();
  IF EXISTS (
    SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'auth' AND c.relname = 'users'
  ) THEN
    named := ARRAY(
      SELECT p.user_id FROM hausbuch.profile p
      UNION SELECT e.user_id FROM hausbuch.account_event e
      UNION SELECT c.user_id FROM hausbuch.recovery_code c
      UNION SELECT a.user_id FROM hausbuch.recovery_attempt a
      UNION SELECT s.sender_user_id FROM hausbuch.mail_sent s WHERE s.sender_user_id IS NOT NULL
    );
    noted := ARRAY(SELECT DISTINCT e.user_id FROM hausbuch.erasure e WHERE e.kind = 'account');
    noted := ARRAY(SELECT DISTINCT m.user_id FROM hausbuch.member m WHERE m.user_id = ANY (noted));
    -- Asked by itself: a cluster joins no table of the sign-in server's with its own.
    EXECUTE 'SELECT
        ARRAY(SELECT n FROM unnest($1) AS n WHERE NOT EXISTS (
          SELECT FROM auth.users u WHERE u.id = n AND u.deleted_at IS NULL)) AS gone,
        ARRAY(SELECT n FROM unnest($2) AS n WHERE NOT EXISTS (
          SELECT FROM auth.users u WHERE u.id = n AND u.deleted_at IS NULL)) AS noted_gone,
        EXISTS (SELECT FROM auth.users u WHERE u.deleted_at IS NULL) AS is_anybody_left'
      INTO answer USING named, noted;
    IF cardinality(answer.gone) > 20 AND 2 * cardinality(answer.gone) > cardinality(named) THEN
      RAISE WARNING 'forget_account_events: the sign-in server lacks % of % accounts, so none is forgotten',
        cardinality(answer.gone), cardinality(named)
        USING HINT = 'Bring the database of the sign-in server back whole.';
    ELSIF answer.is_anybody_left THEN
      FOREACH who IN ARRAY answer.noted_gone LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended(who::text, 7259));
        quiet_since := (
          SELECT max(e.at) + interval '2 hours' FROM hausbuch.erasure e WHERE e.kind = 'account' AND e.user_id = who
        );
        CONTINUE WHEN EXISTS (SELECT 1 FROM hausbuch.account_event e WHERE e.user_id = who AND e.at > quiet_since)
          OR EXISTS (SELECT 1 FROM hausbuch.profile p WHERE p.user_id = who AND p.created_at > quiet_since)
          OR EXISTS (SELECT 1 FROM hausbuch.member m
            WHERE m.user_id = who AND greatest(m.created_at, m.accepted_at) > quiet_since)
          OR EXISTS (SELECT 1 FROM hausbuch.portfolio p
            JOIN hausbuch.member m ON m.portfolio_id = p.id AND m.user_id = who WHERE p.created_at > quiet_since)
          OR EXISTS (SELECT 1 FROM hausbuch.audit_event a
            JOIN hausbuch.member m ON m.portfolio_id = a.portfolio_id AND m.user_id = who
            WHERE a.user_id = who AND a.at > quiet_since);
        PERFORM hausbuch.erase_account_rows(who);
      END LOOP;
      PERFORM hausbuch.forget_people(answer.gone);
    END IF;
  END IF;
  DELETE FROM hausbuch.recovery_attempt WHERE since < now() - interval '1 day';
  DELETE FROM hausbuch.mail_sent WHERE sent_at <= now() - interval '1 day';
  DELETE FROM hausbuch.account_event WHERE at < p_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.forget_account_events(timestamptz) IS
  'Removes what happened on accounts before an instant, what was only kept to limit attempts and invitations, and what is left of accounts that the sign-in server no longer has. As its owner: row-level security shows each person their own.';
