DROP FUNCTION hausbuch.portfolios_with_file_work();
--> statement-breakpoint
-- For jobs: portfolios with files to read, uploads nobody finished, deleted documents whose time has come,
-- or files to remove.
CREATE FUNCTION hausbuch.portfolios_with_file_work(p_abandoned_before timestamptz, p_purged_before timestamptz)
  RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT portfolio_id FROM hausbuch.document_version
  WHERE state IN ('uploading', 'checked') AND (state = 'checked' OR created_at < p_abandoned_before)
  UNION
  SELECT portfolio_id FROM hausbuch.document WHERE deleted_at IS NOT NULL AND deleted_at < p_purged_before
  UNION
  SELECT portfolio_id FROM hausbuch.file_removal WHERE removed_at IS NULL
$$;
--> statement-breakpoint
-- For jobs: portfolios that have, or lately had, files.
CREATE FUNCTION hausbuch.portfolios_with_files() RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT portfolio_id FROM hausbuch.document_version
  UNION
  SELECT portfolio_id FROM hausbuch.file_removal
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hausbuch.portfolios_with_file_work(timestamptz, timestamptz), hausbuch.portfolios_with_files()
  FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.portfolios_with_file_work(timestamptz, timestamptz), hausbuch.portfolios_with_files()
  TO hausbuch_app;
