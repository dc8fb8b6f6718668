ALTER TABLE "hausbuch"."letter" ADD COLUMN "invoice_xml" text;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_invoice_check" CHECK ("kind" = 'rent_invoice' or "invoice_xml" is null);
--> statement-breakpoint
GRANT UPDATE ("invoice_xml") ON "hausbuch"."letter" TO hausbuch_erase;
