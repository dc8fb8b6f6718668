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
-- A sign-in server without anybody is one whose database is just being brought back: then only those go who said so.
CREATE FUNCTION hausbuch.erase_people_gone() RETURNS void
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  named uuid[];
  gone uuid[];
  said uuid[];
  who uuid;
  answer record;
BEGIN
  IF to_regclass('auth.users') IS NULL THEN
    RETURN;
  END IF;
  named := ARRAY(
    SELECT p.user_id FROM hausbuch.profile p
    UNION SELECT e.user_id FROM hausbuch.account_event e
    UNION SELECT c.user_id FROM hausbuch.recovery_code c
    UNION SELECT a.user_id FROM hausbuch.recovery_attempt a
    UNION SELECT s.sender_user_id FROM hausbuch.mail_sent s WHERE s.sender_user_id IS NOT NULL
    UNION SELECT m.user_id FROM hausbuch.member m WHERE m.user_id IS NOT NULL
  );
  -- Asked by itself: a cluster joins no table of the sign-in server's with its own.
  EXECUTE 'SELECT ARRAY(SELECT n FROM unnest($1) AS n WHERE NOT EXISTS (
      SELECT FROM auth.users u WHERE u.id = n AND u.deleted_at IS NULL)) AS gone,
    EXISTS (SELECT FROM auth.users u WHERE u.deleted_at IS NULL) AS is_anybody_left'
    INTO answer USING named;
  gone := answer.gone;
  said := ARRAY(SELECT DISTINCT e.user_id FROM hausbuch.erasure e WHERE e.kind = 'account' AND e.user_id = ANY (gone));
  FOREACH who IN ARRAY said LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(who::text, 7259));
    PERFORM hausbuch.erase_account_rows(who);
  END LOOP;
  IF answer.is_anybody_left THEN
    PERFORM hausbuch.forget_people(gone);
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hausbuch.forget_account_events(p_before timestamptz) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  PERFORM hausbuch.demand_system();
  PERFORM hausbuch.erase_people_gone();
  DELETE FROM hausbuch.recovery_attempt WHERE since < now() - interval '1 day';
  DELETE FROM hausbuch.mail_sent WHERE sent_at <= now() - interval '1 day';
  DELETE FROM hausbuch.account_event WHERE at < p_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION hausbuch.forget_account_events(timestamptz) IS
  'Removes what happened on accounts before an instant, what was only kept to limit attempts and invitations, and what is left of accounts that the sign-in server no longer has. As its owner: row-level security shows each person their own.';
