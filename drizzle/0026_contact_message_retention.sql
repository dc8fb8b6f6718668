-- For jobs, which may not read what visitors wrote.
CREATE FUNCTION hausbuch.forget_contact_messages(p_written_before timestamptz) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  removed integer;
BEGIN
  DELETE FROM hausbuch.contact_message WHERE written_at < p_written_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hausbuch.forget_contact_messages(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hausbuch.forget_contact_messages(timestamptz) TO hausbuch_app;
