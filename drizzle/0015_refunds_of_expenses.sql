ALTER TABLE "hausbuch"."transaction" DROP CONSTRAINT "transaction_amount_check";
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_amount_check" CHECK ("direction" = 'expense' or ("reverses_transaction_id" is null) = ("amount_cents" >= 0) or "amount_cents" = 0);
