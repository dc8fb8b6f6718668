ALTER TABLE hausbuch.erasure FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON hausbuch.erasure TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- A session that was ended, that has run out or whose user is banned or gone is over before its token is.
CREATE OR REPLACE FUNCTION hausbuch.session_lives(p_session uuid, p_user uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  answer boolean;
BEGIN
  EXECUTE 'select exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = $1 and s.user_id = $2 and (s.not_after is null or s.not_after > now())
        and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null)'
    INTO answer USING p_session, p_user;
  RETURN answer;
END $$;
--> statement-breakpoint
-- The current user's own names at the sign-in server; an address counts only once it is confirmed.
CREATE FUNCTION hausbuch.own_account() RETURNS TABLE (email text, phone text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN QUERY EXECUTE 'select case when u.email_confirmed_at is null then null
      else lower(nullif(u.email::text, '''')) end, nullif(u.phone::text, '''')
    from auth.users u where u.deleted_at is null
      and u.id = nullif(current_setting(''app.user_id'', true), '''')::uuid';
END $$;
--> statement-breakpoint
-- Who is in the portfolio the transaction was entered for, to its members: profiles belong to their owners,
-- addresses to the sign-in server, so neither is readable otherwise.
CREATE FUNCTION hausbuch.portfolio_people() RETURNS TABLE (user_id uuid, email text, display_name text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN QUERY EXECUTE 'select m.user_id, coalesce(nullif(u.email::text, ''''), nullif(u.phone::text, '''')),
      coalesce(p.display_name, '''')
    from hausbuch.member m
    left join auth.users u on u.id = m.user_id
    left join hausbuch.profile p on p.user_id = m.user_id
    where m.portfolio_id = $1 and m.user_id is not null
      and exists (select 1 from hausbuch.member own where own.portfolio_id = $1 and own.user_id = $2)'
    USING nullif(current_setting('app.portfolio_id', true), '')::uuid,
      nullif(current_setting('app.user_id', true), '')::uuid;
END $$;
--> statement-breakpoint
-- Removes a portfolio from every table that has its rows, whichever come later, each after those that point
-- at it, and puts its files into the outbox, which stays. As the owner, because no other role may take rows out
-- of the audit trail; for the functions below only.
CREATE FUNCTION hausbuch.erase_portfolio_rows(target uuid) RETURNS integer
  LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
DECLARE
  waiting oid[];
  next_table oid;
  removed integer := 0;
  step integer;
BEGIN
  INSERT INTO hausbuch.file_removal (portfolio_id, storage_path)
    SELECT v.portfolio_id, v.storage_path FROM hausbuch.document_version v WHERE v.portfolio_id = target;
  IF FOUND THEN
    PERFORM pg_notify('hausbuch_file_work', target::text);
  END IF;
  SELECT array_agg(c.oid) INTO waiting
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'portfolio_id'
    WHERE c.relnamespace = 'hausbuch'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'file_removal';
  WHILE cardinality(waiting) > 0 LOOP
    SELECT t INTO next_table FROM unnest(waiting) AS t
      WHERE NOT EXISTS (
        SELECT 1 FROM pg_constraint f
        WHERE f.contype = 'f' AND f.confrelid = t AND f.conrelid <> t AND f.conrelid = ANY (waiting)
      ) LIMIT 1;
    IF next_table IS NULL THEN
      RAISE EXCEPTION 'erase_portfolio_rows: the foreign keys go round in a circle';
    END IF;
    EXECUTE format('DELETE FROM %s WHERE portfolio_id = $1', next_table::regclass) USING target;
    GET DIAGNOSTICS step = ROW_COUNT;
    removed := removed + step;
    waiting := array_remove(waiting, next_table);
  END LOOP;
  DELETE FROM hausbuch.portfolio WHERE id = target;
  RETURN removed + 1;
END $$;
--> statement-breakpoint
-- The portfolio the transaction was entered for, by one of its owners. Null: not theirs.
CREATE FUNCTION hausbuch.erase_portfolio() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  target uuid := nullif(current_setting('app.portfolio_id', true), '')::uuid;
  who uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  removed integer;
BEGIN
  PERFORM 1 FROM hausbuch.portfolio p
    JOIN hausbuch.member m ON m.portfolio_id = p.id AND m.role = 'owner' AND m.user_id = who
    WHERE p.id = target
    FOR UPDATE OF p;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  removed := hausbuch.erase_portfolio_rows(target);
  INSERT INTO hausbuch.erasure (kind, user_id, erased_portfolio_id, row_count)
    VALUES ('portfolio', who, target, removed);
  RETURN removed;
END $$;
--> statement-breakpoint
-- Everything of the current user: the portfolios they own alone, their place in others (which stays in the
-- audit trail there), their profile. The account itself is the sign-in server's to delete.
CREATE FUNCTION hausbuch.erase_account() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  who uuid := nullif(current_setting('app.user_id', true), '')::uuid;
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
  INSERT INTO hausbuch.erasure (kind, user_id, row_count) VALUES ('account', who, total);
  RETURN total;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hausbuch.own_account(), hausbuch.portfolio_people(), hausbuch.erase_portfolio_rows(uuid),
  hausbuch.erase_portfolio(), hausbuch.erase_account() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.own_account(), hausbuch.portfolio_people() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.erase_portfolio(), hausbuch.erase_account() TO hausbuch_erase;
