DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['category', 'recurring', 'recurring_amount', 'transaction', 'transaction_share',
    'document', 'document_version', 'document_link', 'file_removal']
  LOOP
    EXECUTE format('ALTER TABLE hausbuch.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON
  hausbuch.category, hausbuch.recurring, hausbuch.recurring_amount,
  hausbuch.document, hausbuch.document_version, hausbuch.document_link
  TO hausbuch_app;
--> statement-breakpoint
-- The ledger: rows are added, never changed or removed.
GRANT SELECT, INSERT ON hausbuch.transaction, hausbuch.transaction_share TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.file_removal TO hausbuch_app;
--> statement-breakpoint
-- The danger zone; its files are removed by the outbox.
GRANT SELECT, DELETE ON
  hausbuch.category, hausbuch.recurring, hausbuch.recurring_amount, hausbuch.transaction,
  hausbuch.transaction_share, hausbuch.document, hausbuch.document_version, hausbuch.document_link
  TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.file_removal TO hausbuch_erase;
--> statement-breakpoint
-- For jobs: portfolios with a recurring item whose next due date may have come.
CREATE FUNCTION hausbuch.portfolios_with_recurring_due(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT p.id FROM hausbuch.portfolio p
  WHERE EXISTS (
    SELECT 1 FROM hausbuch.recurring r
    WHERE r.portfolio_id = p.id AND r.paused_on IS NULL
      AND r.starts_on <= (p_now AT TIME ZONE p.time_zone)::date
      AND (r.ends_on IS NULL OR r.ends_on > coalesce(r.posted_through, '-infinity'::date))
      AND coalesce(r.posted_through, '-infinity'::date) < (p_now AT TIME ZONE p.time_zone)::date
  )
$$;
--> statement-breakpoint
-- For jobs: portfolios with files to look at or to remove.
CREATE FUNCTION hausbuch.portfolios_with_file_work() RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT portfolio_id FROM hausbuch.document_version WHERE state IN ('uploading', 'checked')
  UNION
  SELECT portfolio_id FROM hausbuch.file_removal WHERE removed_at IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hausbuch.portfolios_with_recurring_due(timestamptz), hausbuch.portfolios_with_file_work() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_recurring_due(timestamptz), hausbuch.portfolios_with_file_work()
  TO hausbuch_app, hausbuch_erase;
