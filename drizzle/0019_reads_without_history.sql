DROP INDEX "hausbuch"."charge_lease_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."charge_due_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."payment_lease_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."payment_paid_on_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."transaction_property_idx";--> statement-breakpoint
DROP INDEX "hausbuch"."transaction_unit_idx";--> statement-breakpoint
CREATE INDEX "lease_starts_on_idx" ON "hausbuch"."lease" USING btree ("portfolio_id","starts_on") WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX "lease_unit_held_idx" ON "hausbuch"."lease_unit" USING btree ("portfolio_id","to_on","from_on","unit_id") WHERE not is_voided;--> statement-breakpoint
CREATE INDEX "transaction_sum_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","booked_on","direction","category_id","recoverable_key","amount_cents","property_id");--> statement-breakpoint
CREATE INDEX "transaction_split_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","property_id","booked_on","direction","category_id","id") WHERE split_method is not null;--> statement-breakpoint
CREATE INDEX "charge_lease_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","lease_id","due_on","kind","total_cents");--> statement-breakpoint
CREATE INDEX "charge_due_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","due_on","kind","total_cents");--> statement-breakpoint
CREATE INDEX "payment_lease_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","lease_id","paid_on","method","direction","amount_cents");--> statement-breakpoint
CREATE INDEX "payment_paid_on_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","paid_on","method","direction","amount_cents");--> statement-breakpoint
CREATE INDEX "transaction_property_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","property_id","booked_on","direction","category_id","recoverable_key","amount_cents");--> statement-breakpoint
CREATE INDEX "transaction_unit_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","unit_id","booked_on","direction","category_id","recoverable_key","amount_cents");