GRANT UPDATE ("title", "note", "version", "updated_at") ON "hausbuch"."document" TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE ("file_name") ON "hausbuch"."document_version" TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE ("text", "answer", "version", "updated_at") ON "hausbuch"."objection" TO hausbuch_erase;
