GRANT UPDATE ("reference", "note") ON "hausbuch"."payment" TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE ("proof", "answer") ON "hausbuch"."letter" TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE ("persons", "confirmed_by") ON "hausbuch"."handover" TO hausbuch_erase;
