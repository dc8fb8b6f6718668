-- Two writers at once could enter the same number twice where no code of a bank stands before it. The first that is in use
-- keeps it; a further one goes to the archive with everything that was booked to it, and bears its turn behind the number:
-- `01-0902 (2)`. Nobody is asked to pay to an account of the archive.
-- Its owner sees every row of it while this runs: whoever migrates may be no superuser, and would change none.
ALTER TABLE "hausbuch"."bank_account" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "hausbuch"."bank_account" SET
  "account_number" = "twice"."account_number" || ' (' || "twice"."turn" || ')',
  "archived_at" = coalesce("bank_account"."archived_at", now()),
  "version" = "bank_account"."version" + 1
FROM (
  SELECT "portfolio_id", "id", "account_number", row_number() OVER (
    PARTITION BY "portfolio_id", "account_number" ORDER BY "archived_at" IS NOT NULL, "created_at", "id"
  ) AS "turn"
  FROM "hausbuch"."bank_account"
  WHERE "iban" IS NULL AND "bank_code" IS NULL
) AS "twice"
WHERE "bank_account"."portfolio_id" = "twice"."portfolio_id" AND "bank_account"."id" = "twice"."id" AND "twice"."turn" > 1;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" DROP CONSTRAINT "bank_account_number_key";
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_number_key" UNIQUE NULLS NOT DISTINCT("portfolio_id","iban","bank_code","account_number");
