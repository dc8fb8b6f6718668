-- Whether a portfolio is made up is said once, when it is founded: a real one never becomes removable.
REVOKE UPDATE ON hausbuch.portfolio FROM hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (name, jurisdiction, time_zone, proration_method, version, updated_at) ON hausbuch.portfolio
  TO hausbuch_app;
--> statement-breakpoint
DROP FUNCTION hausbuch.own_portfolios();
--> statement-breakpoint
-- The portfolios of the current user, over the row-level security that shows one portfolio at a time.
CREATE FUNCTION hausbuch.own_portfolios()
  RETURNS TABLE (id uuid, name text, role text, jurisdiction text, currency text, time_zone text, is_demo boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT p.id, p.name, m.role, p.jurisdiction, p.currency, p.time_zone, p.is_demo
  FROM hausbuch.member m JOIN hausbuch.portfolio p ON p.id = m.portfolio_id
  WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
  ORDER BY m.created_at, p.id
$$;
--> statement-breakpoint
-- Removes the demo portfolio the transaction was entered for, from every table that has its rows, whichever
-- come later, each after those that point at it. The list of files to remove stays: the outbox needs it. As the
-- owner, because no other role may take rows out of the audit trail.
CREATE FUNCTION hausbuch.erase_demo_portfolio() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  target uuid := nullif(current_setting('app.portfolio_id', true), '')::uuid;
  waiting oid[];
  next_table oid;
  removed integer := 0;
  step integer;
BEGIN
  PERFORM 1 FROM hausbuch.portfolio p
    JOIN hausbuch.member m ON m.portfolio_id = p.id AND m.role = 'owner'
      AND m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
    WHERE p.id = target AND p.is_demo
    FOR UPDATE OF p;
  IF NOT FOUND THEN
    RETURN NULL;
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
      RAISE EXCEPTION 'erase_demo_portfolio: the foreign keys go round in a circle';
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
REVOKE ALL ON FUNCTION hausbuch.own_portfolios(), hausbuch.erase_demo_portfolio() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.own_portfolios() TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.erase_demo_portfolio() TO hausbuch_erase;
