-- Floors stand as they lie in a house, and letters that no German keyboard has are found by those it has: columns that are
-- reckoned are reckoned anew, and the texts of documents, which the app folds, are folded as it does now. Their owner sees every
-- row while this runs: whoever migrates may be no superuser, and would change none.
ALTER TABLE "hausbuch"."property" drop column "sort_name";
--> statement-breakpoint
ALTER TABLE "hausbuch"."property" ADD COLUMN "sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(lower(name), '\m(ug|kg|untergeschoss|kellergeschoss|keller|souterrain|basement)\M', '!'), '\m(eg|erdgeschoss|parterre|ground floor)\M', '0'), '\mhochparterre\M', '0z'), '([0-9]+)', '00000000\1', 'g'), '0*([0-9]{8})(?![0-9])', '\1', 'g')) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD COLUMN "search_text" text collate "und-x-icu" GENERATED ALWAYS AS (case when octet_length((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, ''))) = char_length((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, ''))) then lower((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, '')) collate "C") collate "und-x-icu"
    else regexp_replace(normalize(replace(replace(replace(replace(replace(replace(replace(translate(normalize(lower((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, '')) collate "und-x-icu"), NFC), 'ıłøđð', 'ilodd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), NFD), '[\u0300-\u036f]', '', 'g') || ' ' || regexp_replace(normalize(replace(replace(replace(replace(translate(normalize(lower((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, '')) collate "und-x-icu"), NFC), 'ıłøđð', 'ilodd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFD), '[\u0300-\u036f]', '', 'g') end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" drop column "sort_name";
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" ADD COLUMN "sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(lower(name), '\m(ug|kg|untergeschoss|kellergeschoss|keller|souterrain|basement)\M', '!'), '\m(eg|erdgeschoss|parterre|ground floor)\M', '0'), '\mhochparterre\M', '0z'), '([0-9]+)', '00000000\1', 'g'), '0*([0-9]{8})(?![0-9])', '\1', 'g')) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "property_name_idx" ON "hausbuch"."property" USING btree ("portfolio_id","sort_name","id");
--> statement-breakpoint
ALTER TABLE "hausbuch"."document" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "hausbuch"."document" SET "search_text" = replace(replace(replace(translate("search_text", 'ıłøđð', 'ilodd'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
WHERE "search_text" ~ '[ıłøđðþæœ]';
--> statement-breakpoint
ALTER TABLE "hausbuch"."document" FORCE ROW LEVEL SECURITY;
