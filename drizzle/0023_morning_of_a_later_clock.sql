-- A morning noted by a clock that stood in 2037 is another one than today's: until that year no letter went by itself again. As
-- in 0021_one_portfolio_by_itself.sql but for that. What went is not sent again, whatever day is noted.
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
      AND r.by_itself_ran_on IS DISTINCT FROM (times ->> p.time_zone)::timestamp::date;
END $$;
