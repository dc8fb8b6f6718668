CREATE TABLE "hausbuch"."index_clause" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"agreed_on" date NOT NULL,
	"base_month" date NOT NULL,
	"base_index_milli" integer NOT NULL,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "index_clause_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "index_clause_lease_key" UNIQUE("portfolio_id","lease_id"),
	CONSTRAINT "index_clause_base_check" CHECK ("hausbuch"."index_clause"."base_index_milli" between 1 and 10000000),
	CONSTRAINT "index_clause_month_check" CHECK (extract(day from "hausbuch"."index_clause"."base_month") = 1)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."index_clause" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."consumer_price_index" (
	"month" date NOT NULL,
	"index_milli" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "consumer_price_index_pkey" PRIMARY KEY("month")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."consumer_price_index" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."legal_figure" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"valid_from" date NOT NULL,
	"value" integer NOT NULL,
	"source" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_figure_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "legal_figure_day_key" UNIQUE("portfolio_id","kind","valid_from"),
	CONSTRAINT "legal_figure_kind_check" CHECK ("hausbuch"."legal_figure"."kind" in ('base_rate', 'consumer_price_index', 'own_interest_rate', 'own_deposit_months')),
	CONSTRAINT "legal_figure_value_check" CHECK ("hausbuch"."legal_figure"."value" between -10000 and 10000000)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."legal_figure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" DROP CONSTRAINT "deposit_movement_kind_check";--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" DROP CONSTRAINT "payment_method_check";--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD COLUMN "transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ADD COLUMN "index_month" date;--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ADD COLUMN "index_milli" integer;--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD COLUMN "effective_on" date;--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD COLUMN "transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "hausbuch"."index_clause" ADD CONSTRAINT "index_clause_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."legal_figure" ADD CONSTRAINT "legal_figure_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "index_clause_lease_idx" ON "hausbuch"."index_clause" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "deposit_movement_transfer_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX "charge_transfer_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","transfer_id") WHERE transfer_id is not null;--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_kind_check" CHECK ("hausbuch"."deposit_movement"."kind" in ('received', 'interest', 'deduction', 'hold_back', 'returned', 'moved_out', 'moved_in'));--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ADD CONSTRAINT "rent_index_check" CHECK (("hausbuch"."rent"."index_month" is null) = ("hausbuch"."rent"."index_milli" is null) and ("hausbuch"."rent"."index_milli" is null or "hausbuch"."rent"."index_milli" > 0));--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_method_check" CHECK ("hausbuch"."payment"."method" in ('transfer', 'direct_debit', 'cash', 'card', 'other', 'opening_credit', 'deposit', 'account_transfer'));--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."index_clause" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."index_clause"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."index_clause"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "consumer_price_index_read" ON "hausbuch"."consumer_price_index" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING (true);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."legal_figure" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."legal_figure"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."legal_figure"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);