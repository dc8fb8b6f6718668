ALTER TABLE "hausbuch"."lease" ADD COLUMN "notice_received_on" date;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD COLUMN "replaces_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_replaces_fkey" FOREIGN KEY ("portfolio_id","replaces_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_replaces_key" UNIQUE("portfolio_id","replaces_payment_id");--> statement-breakpoint
ALTER TABLE "hausbuch"."lease" ADD CONSTRAINT "lease_notice_received_check" CHECK ("hausbuch"."lease"."notice_received_on" is null or "hausbuch"."lease"."notice_received_on" >= "hausbuch"."lease"."notice_given_on");