ALTER TABLE hausbuch.contact_message FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Written by anybody, read by nobody through the application.
GRANT INSERT ON hausbuch.contact_message TO hausbuch_app;
