DROP INDEX "hausbuch"."charge_lease_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."payment_lease_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."transaction_property_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."transaction_unit_idx";--> statement-breakpoint
CREATE INDEX "charge_deposit_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","id") WHERE kind = 'deposit';--> statement-breakpoint
CREATE INDEX "charge_lease_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","lease_id","due_on");--> statement-breakpoint
CREATE INDEX "payment_lease_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","lease_id","paid_on");--> statement-breakpoint
CREATE INDEX "transaction_property_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","property_id","booked_on");--> statement-breakpoint
CREATE INDEX "transaction_unit_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","unit_id","booked_on");