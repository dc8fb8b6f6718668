-- The same as ../0017_journal_without_words.sql, for a cluster that is spread already: an UPDATE there takes no jsonb_build_object() in a CASE.
ALTER TABLE "hausbuch"."audit_event" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Row by row: a cluster takes no function whose answer a setting could change together with a column. Of an arrival the mark
-- stays by which it is taken back, as `markOf` in src/features/outbox/arrival-commands.ts makes it.
DO $$
DECLARE
  one record;
  pairs integer;
  mark text;
  changed text;
  was jsonb;
  is_now jsonb;
BEGIN
  FOR one IN
    SELECT e.portfolio_id, e.id, e.after ->> 'proof' AS proof FROM hausbuch.audit_event e
    WHERE e.action = 'letter.arrive' AND e.after ->> 'proof' IS NOT NULL
  LOOP
    -- JavaScript counts a sign beyond the first 65,536 as two.
    pairs := char_length(regexp_replace(one.proof, '[\u0001-\uffff]', '', 'g'));
    mark := char_length(one.proof) + pairs || '-' || left(encode(sha256(convert_to(one.proof, 'UTF8')), 'hex'), 8);
    UPDATE hausbuch.audit_event SET after = after || jsonb_build_object('proofMark', mark)
      WHERE portfolio_id = one.portfolio_id AND id = one.id;
  END LOOP;
  FOR one IN
    SELECT e.portfolio_id, e.id, e.action, e.before, e.after FROM hausbuch.audit_event e
    WHERE e.action IN ('landlord.create', 'landlord.update') AND NOT coalesce(e.after ? 'changed', false)
  LOOP
    SELECT coalesce(jsonb_agg(k ORDER BY k), '[]') INTO changed FROM jsonb_object_keys(coalesce(one.after, '{}')) AS k;
    was := CASE WHEN one.before IS NOT NULL
      THEN jsonb_strip_nulls(jsonb_build_object('name', one.before -> 'name')) END;
    is_now := jsonb_strip_nulls(jsonb_build_object('name', one.after -> 'name'))
      || CASE one.action WHEN 'landlord.update' THEN jsonb_build_object('changed', changed::jsonb) ELSE '{}' END;
    UPDATE hausbuch.audit_event SET before = was, after = is_now
      WHERE portfolio_id = one.portfolio_id AND id = one.id;
  END LOOP;
END $$;
--> statement-breakpoint
UPDATE "hausbuch"."audit_event" SET
  "before" = CASE WHEN "action" = 'letter.note' AND "before" ->> 'proof' IS NOT NULL
    THEN "before" - 'proof' || '{"hasProof": true}' ELSE "before" - 'proof' END,
  "after" = CASE WHEN "action" = 'letter.note' AND "after" ->> 'proof' IS NOT NULL
    THEN "after" - 'proof' || '{"hasProof": true}' ELSE "after" - 'proof' END
WHERE "action" IN ('letter.note', 'letter.arrive', 'letter.lose', 'letter.return') AND ("before" ? 'proof' OR "after" ? 'proof');
--> statement-breakpoint
UPDATE "hausbuch"."audit_event" SET
  "before" = "before" - 'reference' - 'note', "after" = "after" - 'reference' - 'note'
WHERE "action" = 'payment.correct' AND ("before" ?| '{reference,note}' OR "after" ?| '{reference,note}');
--> statement-breakpoint
UPDATE "hausbuch"."audit_event" SET "after" = "after" - 'reason'
WHERE "action" = 'charge.waive' AND "after" ? 'reason';
--> statement-breakpoint
UPDATE "hausbuch"."audit_event" SET
  "before" = CASE WHEN "before" ->> 'note' <> '' THEN "before" || '{"note": "…"}' ELSE "before" END,
  "after" = CASE WHEN "after" ->> 'note' <> '' THEN "after" || '{"note": "…"}' ELSE "after" END
WHERE "before" ->> 'note' <> '' OR "after" ->> 'note' <> '';
--> statement-breakpoint
UPDATE "hausbuch"."audit_event" SET
  "before" = CASE WHEN "before" ->> 'notes' <> '' THEN "before" || '{"notes": "…"}' ELSE "before" END,
  "after" = CASE WHEN "after" ->> 'notes' <> '' THEN "after" || '{"notes": "…"}' ELSE "after" END
WHERE "before" ->> 'notes' <> '' OR "after" ->> 'notes' <> '';
--> statement-breakpoint
ALTER TABLE "hausbuch"."audit_event" FORCE ROW LEVEL SECURITY;
