-- As before, without items that were entered by mistake and voided.
CREATE OR REPLACE FUNCTION hausbuch.portfolios_with_recurring_due(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT p.id FROM hausbuch.portfolio p
  WHERE EXISTS (
    SELECT 1 FROM hausbuch.recurring r
    WHERE r.portfolio_id = p.id AND r.paused_on IS NULL AND r.voided_at IS NULL
      AND r.starts_on <= (p_now AT TIME ZONE p.time_zone)::date
      AND (r.ends_on IS NULL OR r.ends_on > coalesce(r.posted_through, '-infinity'::date))
      AND coalesce(r.posted_through, '-infinity'::date) < (p_now AT TIME ZONE p.time_zone)::date
  )
$$;
