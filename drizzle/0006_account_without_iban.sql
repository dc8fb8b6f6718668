ALTER TABLE "hausbuch"."bank_account" ALTER COLUMN "iban" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD COLUMN "scheme" text DEFAULT 'iban' NOT NULL;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD COLUMN "bank_code" text;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD COLUMN "account_number" text;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_number_key" UNIQUE("portfolio_id","bank_code","account_number");
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_scheme_check" CHECK ("scheme" in ('iban', 'us', 'gb', 'other'));
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_number_check" CHECK (("scheme" = 'iban') = ("iban" is not null)
        and ("scheme" = 'iban') = ("account_number" is null)
        and ("scheme" <> 'iban' or "bank_code" is null)
        and ("scheme" not in ('us', 'gb') or "bank_code" is not null));
