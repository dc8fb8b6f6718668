ALTER TABLE "hausbuch"."property" drop column "sort_name";
--> statement-breakpoint
ALTER TABLE "hausbuch"."property" ADD COLUMN "sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(name), '([0-9]+)', '00000000\1', 'g'), '0*([0-9]{8})(?![0-9])', '\1', 'g')) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "property_name_idx" ON "hausbuch"."property" USING btree ("portfolio_id","sort_name","id");
