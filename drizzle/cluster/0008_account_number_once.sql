-- The same as ../0008_account_number_once.sql, for a cluster that is spread already: an UPDATE there takes no now() in a coalesce().
ALTER TABLE "hausbuch"."bank_account" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT portfolio_id, id, account_number, turn, archived_at FROM (
      SELECT portfolio_id, id, account_number, coalesce(archived_at, now()) AS archived_at, row_number() OVER (
        PARTITION BY portfolio_id, account_number ORDER BY archived_at IS NOT NULL, created_at, id
      ) AS turn
      FROM hausbuch.bank_account
      WHERE iban IS NULL AND bank_code IS NULL
    ) AS twice
    WHERE turn > 1
  LOOP
    UPDATE hausbuch.bank_account SET
      account_number = one.account_number || ' (' || one.turn || ')',
      archived_at = one.archived_at,
      version = version + 1
    WHERE portfolio_id = one.portfolio_id AND id = one.id;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" DROP CONSTRAINT "bank_account_number_key";
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_number_key" UNIQUE NULLS NOT DISTINCT("portfolio_id","iban","bank_code","account_number");
