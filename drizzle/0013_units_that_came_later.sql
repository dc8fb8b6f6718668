ALTER TABLE "hausbuch"."unit" ADD COLUMN "available_from" date;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" ADD COLUMN "persons" integer;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" ADD CONSTRAINT "unit_period_persons_check" CHECK ("persons" is null or ("own_use" and "persons" between 0 and 99));
