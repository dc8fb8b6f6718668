GRANT UPDATE ("search_text") ON "hausbuch"."document" TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE ("content") ON "hausbuch"."document_version" TO hausbuch_erase;
