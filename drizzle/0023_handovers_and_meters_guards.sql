DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['meter', 'meter_reading', 'handover', 'handover_key', 'handover_room', 'handover_defect']
  LOOP
    EXECUTE format('ALTER TABLE hausbuch.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- A hand-over is voided and stays; what stands in it is written anew when it is edited.
GRANT SELECT, INSERT, UPDATE ON hausbuch.handover TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.handover_key, hausbuch.handover_room, hausbuch.handover_defect,
  hausbuch.meter_reading TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.meter TO hausbuch_app;
--> statement-breakpoint
-- The danger zone.
GRANT SELECT, DELETE ON hausbuch.meter, hausbuch.meter_reading, hausbuch.handover, hausbuch.handover_key,
  hausbuch.handover_room, hausbuch.handover_defect TO hausbuch_erase;
--> statement-breakpoint
-- Where a tenant is erased and the house stays, its meters keep counting: the reading forgets the hand-over.
GRANT UPDATE (handover_id) ON hausbuch.meter_reading TO hausbuch_erase;
