ALTER TABLE "hausbuch"."landlord" ADD COLUMN "state" text;
--> statement-breakpoint
ALTER TABLE "hausbuch"."tenant" ADD COLUMN "state" text;
