ALTER TABLE "hausbuch"."document_version" ADD CONSTRAINT "document_version_path_check" CHECK (starts_with("storage_path", "portfolio_id"::text || '/') and position('..' in "storage_path") = 0);
--> statement-breakpoint
ALTER TABLE "hausbuch"."file_removal" ADD CONSTRAINT "file_removal_path_check" CHECK (starts_with("storage_path", "portfolio_id"::text || '/') and position('..' in "storage_path") = 0);
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_enclosure" ADD CONSTRAINT "letter_enclosure_path_check" CHECK (starts_with("storage_path", "portfolio_id"::text || '/') and position('..' in "storage_path") = 0);
