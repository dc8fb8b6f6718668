ALTER TABLE "hausbuch"."unit" DROP CONSTRAINT "unit_kind_check";
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" ADD CONSTRAINT "unit_kind_check" CHECK ("kind" in ('apartment', 'house', 'room', 'commercial', 'parking', 'storage', 'other'));
