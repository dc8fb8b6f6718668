-- A change of a person that began before their account was erased and ended after it left what nobody reached any more, a
-- portfolio that was just being founded above all. Whoever erases an account waits for what its person has under way. As in
-- 0002_guards.sql but for that.
CREATE OR REPLACE FUNCTION hausbuch.enter_request(p_role text, p_user uuid, p_portfolio uuid, p_session uuid, p_seal text)
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
  -- Before it is asked whether the session lives: what began while it did ends before the account, and what begins after
  -- that finds no session.
  IF p_role = 'hausbuch_erase' AND p_user IS NOT NULL AND p_portfolio IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_user::text, 7259));
  ELSIF p_session IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(p_user::text, 7259));
  END IF;
  RETURN QUERY
    SELECT m.role, p.currency, p.jurisdiction, p.time_zone,
      CASE WHEN p_user IS NULL THEN false ELSE hausbuch.has_verified_factor() END,
      CASE WHEN p_session IS NULL THEN NULL ELSE hausbuch.session_lives(p_session) END
    FROM (SELECT 1) AS one
    LEFT JOIN hausbuch.portfolio p ON p.id = p_portfolio
    LEFT JOIN hausbuch.member m ON m.portfolio_id = p_portfolio AND m.user_id = p_user;
END $$;
