CREATE TABLE "hausbuch"."deposit" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"form" text NOT NULL,
	"agreed_cents" bigint NOT NULL,
	"held_at" text,
	"return_due_on" date,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "deposit_form_check" CHECK ("hausbuch"."deposit"."form" in ('cash', 'guarantee', 'savings_account', 'other')),
	CONSTRAINT "deposit_agreed_check" CHECK ("hausbuch"."deposit"."agreed_cents" between 1 and 100000000000)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."deposit_movement" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"deposit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text,
	"held_until" date,
	"payment_id" uuid,
	"reverses_movement_id" uuid,
	"recorded_by" uuid,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_movement_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "deposit_movement_reverses_key" UNIQUE("portfolio_id","reverses_movement_id"),
	CONSTRAINT "deposit_movement_kind_check" CHECK ("hausbuch"."deposit_movement"."kind" in ('received', 'interest', 'deduction', 'hold_back', 'returned')),
	CONSTRAINT "deposit_movement_amount_check" CHECK ("hausbuch"."deposit_movement"."amount_cents" <> 0 and ("hausbuch"."deposit_movement"."reverses_movement_id" is null) = ("hausbuch"."deposit_movement"."amount_cents" > 0)),
	CONSTRAINT "deposit_movement_reason_check" CHECK ("hausbuch"."deposit_movement"."kind" not in ('deduction', 'hold_back') or length("hausbuch"."deposit_movement"."reason") between 1 and 500),
	CONSTRAINT "deposit_movement_held_check" CHECK (("hausbuch"."deposit_movement"."kind" = 'hold_back') = ("hausbuch"."deposit_movement"."held_until" is not null))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."refund_part" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"refund_payment_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reverses_refund_part_id" uuid,
	"allocated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_part_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "refund_part_reverses_key" UNIQUE("portfolio_id","reverses_refund_part_id"),
	CONSTRAINT "refund_part_amount_check" CHECK ("hausbuch"."refund_part"."amount_cents" <> 0 and ("hausbuch"."refund_part"."reverses_refund_part_id" is null) = ("hausbuch"."refund_part"."amount_cents" > 0))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."base_rate" (
	"valid_from" date NOT NULL,
	"rate_bp" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "base_rate_pkey" PRIMARY KEY("valid_from")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."base_rate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" DROP CONSTRAINT "payment_method_check";--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD COLUMN "is_bounced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit" ADD CONSTRAINT "deposit_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_deposit_fkey" FOREIGN KEY ("portfolio_id","deposit_id") REFERENCES "hausbuch"."deposit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_movement_id") REFERENCES "hausbuch"."deposit_movement"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ADD CONSTRAINT "refund_part_refund_fkey" FOREIGN KEY ("portfolio_id","refund_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ADD CONSTRAINT "refund_part_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ADD CONSTRAINT "refund_part_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_refund_part_id") REFERENCES "hausbuch"."refund_part"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_lease_idx" ON "hausbuch"."deposit" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "deposit_movement_deposit_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","deposit_id");--> statement-breakpoint
CREATE INDEX "deposit_movement_payment_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","payment_id");--> statement-breakpoint
CREATE INDEX "deposit_movement_booked_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","booked_on");--> statement-breakpoint
CREATE INDEX "refund_part_refund_idx" ON "hausbuch"."refund_part" USING btree ("portfolio_id","refund_payment_id");--> statement-breakpoint
CREATE INDEX "refund_part_payment_idx" ON "hausbuch"."refund_part" USING btree ("portfolio_id","payment_id");--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_bounced_check" CHECK (not "hausbuch"."payment"."is_bounced" or "hausbuch"."payment"."reverses_payment_id" is not null);--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_method_check" CHECK ("hausbuch"."payment"."method" in ('transfer', 'direct_debit', 'cash', 'card', 'other', 'opening_credit', 'deposit'));--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."deposit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."deposit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."deposit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."deposit_movement" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."deposit_movement"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."deposit_movement"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."refund_part" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."refund_part"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."refund_part"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "base_rate_read" ON "hausbuch"."base_rate" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING (true);