CREATE TABLE "hausbuch"."household" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"persons" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "household_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "household_day_key" UNIQUE("portfolio_id","lease_id","valid_from"),
	CONSTRAINT "household_persons_check" CHECK ("hausbuch"."household"."persons" between 0 and 99)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."household" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."lease" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"signed_on" date,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"is_fixed_term" boolean DEFAULT false NOT NULL,
	"notice_given_on" date,
	"notice_by" text,
	"voided_at" timestamp with time zone,
	"booked_from" date NOT NULL,
	"posted_through" date,
	"proration_method" text NOT NULL,
	"due_rule" text NOT NULL,
	"due_day" integer,
	"payment_reference" text NOT NULL,
	"dunning_paused_until" date,
	"notes" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "lease_payment_reference_key" UNIQUE("portfolio_id","payment_reference"),
	CONSTRAINT "lease_notice_by_check" CHECK ("hausbuch"."lease"."notice_by" in ('landlord', 'tenant', 'agreement')),
	CONSTRAINT "lease_proration_method_check" CHECK ("hausbuch"."lease"."proration_method" in ('calendar_days', 'thirty_days', 'full_month')),
	CONSTRAINT "lease_due_rule_check" CHECK ("hausbuch"."lease"."due_rule" in ('third_working_day', 'day_of_month', 'first')),
	CONSTRAINT "lease_due_day_check" CHECK (("hausbuch"."lease"."due_rule" = 'day_of_month') = ("hausbuch"."lease"."due_day" is not null) and coalesce("hausbuch"."lease"."due_day", 1) between 1 and 31),
	CONSTRAINT "lease_period_check" CHECK ("hausbuch"."lease"."ends_on" is null or "hausbuch"."lease"."ends_on" >= "hausbuch"."lease"."starts_on"),
	CONSTRAINT "lease_fixed_term_check" CHECK (not "hausbuch"."lease"."is_fixed_term" or "hausbuch"."lease"."ends_on" is not null),
	CONSTRAINT "lease_notice_check" CHECK (("hausbuch"."lease"."notice_given_on" is null) = ("hausbuch"."lease"."notice_by" is null)),
	CONSTRAINT "lease_booked_from_check" CHECK (extract(day from "hausbuch"."lease"."booked_from") = 1)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."lease_tenant" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_tenant_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "lease_tenant_key" UNIQUE("portfolio_id","lease_id","tenant_id","from_on"),
	CONSTRAINT "lease_tenant_period_check" CHECK ("hausbuch"."lease_tenant"."to_on" is null or "hausbuch"."lease_tenant"."to_on" >= "hausbuch"."lease_tenant"."from_on")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."lease_unit" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date,
	"is_voided" boolean DEFAULT false NOT NULL,
	"during" daterange GENERATED ALWAYS AS (daterange(from_on, to_on, '[]')) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_unit_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "lease_unit_period_check" CHECK ("hausbuch"."lease_unit"."to_on" is null or "hausbuch"."lease_unit"."to_on" >= "hausbuch"."lease_unit"."from_on")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."rent" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rent_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "rent_day_key" UNIQUE("portfolio_id","lease_id","valid_from"),
	CONSTRAINT "rent_reason_check" CHECK ("hausbuch"."rent"."reason" in ('initial', 'agreed', 'stepped', 'indexed', 'reference_rent', 'modernisation'))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."rent_line" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"rent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"component" text NOT NULL,
	"settlement" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"vat_rate_bp" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rent_line_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "rent_line_position_key" UNIQUE("portfolio_id","rent_id","position"),
	CONSTRAINT "rent_line_component_check" CHECK ("hausbuch"."rent_line"."component" in ('net', 'operating_costs', 'heating', 'parking', 'furniture', 'other')),
	CONSTRAINT "rent_line_settlement_check" CHECK ("hausbuch"."rent_line"."settlement" in ('advance', 'lump_sum', 'none')),
	CONSTRAINT "rent_line_amount_check" CHECK ("hausbuch"."rent_line"."amount_cents" between 0 and 100000000000),
	CONSTRAINT "rent_line_vat_check" CHECK ("hausbuch"."rent_line"."vat_rate_bp" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent_line" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."allocation" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reverses_allocation_id" uuid,
	"allocated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocation_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "allocation_amount_check" CHECK ("hausbuch"."allocation"."amount_cents" <> 0 and ("hausbuch"."allocation"."reverses_allocation_id" is null) = ("hausbuch"."allocation"."amount_cents" > 0))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."charge" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"period_from" date,
	"period_to" date,
	"due_on" date NOT NULL,
	"total_cents" bigint NOT NULL,
	"basis" jsonb,
	"note" text,
	"corrects_charge_id" uuid,
	"correction_reason" text,
	"posted_by" uuid,
	"posted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "charge_kind_check" CHECK ("hausbuch"."charge"."kind" in ('rent', 'opening_balance', 'back_payment', 'fee', 'interest', 'deposit', 'other')),
	CONSTRAINT "charge_correction_reason_check" CHECK ("hausbuch"."charge"."correction_reason" in ('correction', 'waiver', 'void')),
	CONSTRAINT "charge_correction_check" CHECK (("hausbuch"."charge"."corrects_charge_id" is null) = ("hausbuch"."charge"."correction_reason" is null)),
	CONSTRAINT "charge_total_check" CHECK ("hausbuch"."charge"."total_cents" >= 0 or "hausbuch"."charge"."corrects_charge_id" is not null),
	CONSTRAINT "charge_period_check" CHECK (("hausbuch"."charge"."period_from" is null) = ("hausbuch"."charge"."period_to" is null) and ("hausbuch"."charge"."period_from" is null or "hausbuch"."charge"."period_to" >= "hausbuch"."charge"."period_from")),
	CONSTRAINT "charge_rent_period_check" CHECK ("hausbuch"."charge"."kind" <> 'rent' or "hausbuch"."charge"."period_from" is not null)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."charge_line" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"charge_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"component" text NOT NULL,
	"settlement" text DEFAULT 'none' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"vat_rate_bp" integer DEFAULT 0 NOT NULL,
	"vat_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "charge_line_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "charge_line_position_key" UNIQUE("portfolio_id","charge_id","position"),
	CONSTRAINT "charge_line_component_check" CHECK ("hausbuch"."charge_line"."component" in ('net', 'operating_costs', 'heating', 'parking', 'furniture', 'other', 'opening_balance', 'back_payment', 'fee', 'interest', 'deposit')),
	CONSTRAINT "charge_line_settlement_check" CHECK ("hausbuch"."charge_line"."settlement" in ('advance', 'lump_sum', 'none'))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."credit" (
	"portfolio_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"paid_on" date NOT NULL,
	"open_cents" bigint NOT NULL,
	CONSTRAINT "credit_pkey" PRIMARY KEY("portfolio_id","payment_id"),
	CONSTRAINT "credit_open_check" CHECK ("hausbuch"."credit"."open_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."open_item" (
	"portfolio_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"total_cents" bigint NOT NULL,
	"open_cents" bigint NOT NULL,
	CONSTRAINT "open_item_pkey" PRIMARY KEY("portfolio_id","charge_id"),
	CONSTRAINT "open_item_open_check" CHECK ("hausbuch"."open_item"."open_cents" between 0 and "hausbuch"."open_item"."total_cents")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."payment" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"paid_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"direction" text NOT NULL,
	"method" text NOT NULL,
	"payer_tenant_id" uuid,
	"bank_account_id" uuid,
	"reference" text,
	"note" text,
	"transfer_id" uuid,
	"reverses_payment_id" uuid,
	"recorded_by" uuid,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "payment_reverses_key" UNIQUE("portfolio_id","reverses_payment_id"),
	CONSTRAINT "payment_direction_check" CHECK ("hausbuch"."payment"."direction" in ('in', 'out')),
	CONSTRAINT "payment_method_check" CHECK ("hausbuch"."payment"."method" in ('transfer', 'direct_debit', 'cash', 'card', 'other', 'opening_credit')),
	CONSTRAINT "payment_amount_check" CHECK ("hausbuch"."payment"."amount_cents" between 1 and 100000000000)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."audit_event" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_event_pkey" PRIMARY KEY("portfolio_id","id")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."audit_event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_account" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"landlord_id" uuid,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"purpose" text NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_account_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_account_iban_key" UNIQUE("portfolio_id","iban"),
	CONSTRAINT "bank_account_purpose_check" CHECK ("hausbuch"."bank_account"."purpose" in ('rent', 'deposit', 'other'))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."landlord" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"street" text,
	"house_number" text,
	"postal_code" text,
	"city" text,
	"country" text,
	"tax_number" text,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "landlord_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "landlord_kind_check" CHECK ("hausbuch"."landlord"."kind" in ('person', 'company')),
	CONSTRAINT "landlord_name_check" CHECK (length("hausbuch"."landlord"."name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."landlord" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."member" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"user_id" uuid,
	"role" text NOT NULL,
	"invited_email" text,
	"accepted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "member_user_key" UNIQUE("portfolio_id","user_id"),
	CONSTRAINT "member_role_check" CHECK ("hausbuch"."member"."role" in ('owner', 'manager', 'viewer')),
	CONSTRAINT "member_user_or_invitation_check" CHECK ("hausbuch"."member"."user_id" is not null or "hausbuch"."member"."invited_email" is not null)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."portfolio" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"jurisdiction" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"proration_method" text DEFAULT 'calendar_days' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portfolio_jurisdiction_check" CHECK ("hausbuch"."portfolio"."jurisdiction" in ('DE', 'AT', 'CH', 'US', 'GB', 'other')),
	CONSTRAINT "portfolio_currency_check" CHECK ("hausbuch"."portfolio"."currency" in ('EUR', 'CHF', 'USD', 'GBP')),
	CONSTRAINT "portfolio_proration_method_check" CHECK ("hausbuch"."portfolio"."proration_method" in ('calendar_days', 'thirty_days', 'full_month')),
	CONSTRAINT "portfolio_name_check" CHECK (length("hausbuch"."portfolio"."name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."portfolio" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."profile" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"language" text,
	"date_format" text,
	"number_format" text,
	"requires_second_factor" boolean DEFAULT false NOT NULL,
	"setup_dismissed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_language_check" CHECK ("hausbuch"."profile"."language" in ('en', 'de')),
	CONSTRAINT "profile_date_format_check" CHECK ("hausbuch"."profile"."date_format" in ('dd.mm.yyyy', 'mm/dd/yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd')),
	CONSTRAINT "profile_number_format_check" CHECK ("hausbuch"."profile"."number_format" in ('de', 'en', 'ch'))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."profile" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."public_holiday" (
	"state" text NOT NULL,
	"day" date NOT NULL,
	"name_code" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "public_holiday_pkey" PRIMARY KEY("state","day","name_code")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."public_holiday" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."property" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"street" text,
	"house_number" text,
	"postal_code" text,
	"city" text,
	"state" text,
	"country" text NOT NULL,
	"year_built" integer,
	"living_area_sqm100" integer,
	"plot_area_sqm100" integer,
	"energy_class" text,
	"energy_use10" integer,
	"energy_certificate_valid_until" date,
	"purchased_on" date,
	"purchase_price_cents" bigint,
	"purchase_costs_cents" bigint,
	"building_share_bp" integer,
	"sold_on" date,
	"statement_start_month" integer DEFAULT 1 NOT NULL,
	"cover_document_id" uuid,
	"notes" text,
	"archived_at" timestamp with time zone,
	"sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "property_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "property_kind_check" CHECK ("hausbuch"."property"."kind" in ('apartment', 'house', 'multi_family', 'commercial', 'mixed', 'parking', 'land')),
	CONSTRAINT "property_energy_class_check" CHECK ("hausbuch"."property"."energy_class" in ('A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')),
	CONSTRAINT "property_name_check" CHECK (length("hausbuch"."property"."name") between 1 and 200),
	CONSTRAINT "property_year_built_check" CHECK ("hausbuch"."property"."year_built" between 1000 and 2200),
	CONSTRAINT "property_area_check" CHECK (coalesce("hausbuch"."property"."living_area_sqm100", 0) >= 0 and coalesce("hausbuch"."property"."plot_area_sqm100", 0) >= 0),
	CONSTRAINT "property_purchase_check" CHECK (coalesce("hausbuch"."property"."purchase_price_cents", 0) >= 0 and coalesce("hausbuch"."property"."purchase_costs_cents", 0) >= 0),
	CONSTRAINT "property_building_share_check" CHECK ("hausbuch"."property"."building_share_bp" between 0 and 10000),
	CONSTRAINT "property_statement_month_check" CHECK ("hausbuch"."property"."statement_start_month" between 1 and 12)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."property" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."property_owner" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"landlord_id" uuid NOT NULL,
	"share_numerator" integer NOT NULL,
	"share_denominator" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "property_owner_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "property_owner_key" UNIQUE("portfolio_id","property_id","landlord_id"),
	CONSTRAINT "property_owner_share_check" CHECK ("hausbuch"."property_owner"."share_numerator" > 0 and "hausbuch"."property_owner"."share_denominator" > 0 and "hausbuch"."property_owner"."share_numerator" <= "hausbuch"."property_owner"."share_denominator")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."unit" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"floor" text,
	"rooms10" integer,
	"asking_rent_cents" bigint,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unit_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "unit_name_key" UNIQUE("portfolio_id","property_id","name"),
	CONSTRAINT "unit_kind_check" CHECK ("hausbuch"."unit"."kind" in ('apartment', 'house', 'commercial', 'parking', 'storage', 'other')),
	CONSTRAINT "unit_name_check" CHECK (length("hausbuch"."unit"."name") between 1 and 200),
	CONSTRAINT "unit_figures_check" CHECK (coalesce("hausbuch"."unit"."rooms10", 0) >= 0 and coalesce("hausbuch"."unit"."asking_rent_cents", 0) >= 0)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."unit_period" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"unit_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"area_sqm100" integer,
	"co_ownership_numerator" integer,
	"co_ownership_denominator" integer,
	"own_use" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unit_period_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "unit_period_day_key" UNIQUE("portfolio_id","unit_id","valid_from"),
	CONSTRAINT "unit_period_area_check" CHECK ("hausbuch"."unit_period"."area_sqm100" >= 0),
	CONSTRAINT "unit_period_share_check" CHECK (("hausbuch"."unit_period"."co_ownership_numerator" is null) = ("hausbuch"."unit_period"."co_ownership_denominator" is null)
        and coalesce("hausbuch"."unit_period"."co_ownership_numerator", 0) >= 0 and coalesce("hausbuch"."unit_period"."co_ownership_denominator", 1) > 0)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."valuation" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"valued_on" date NOT NULL,
	"value_cents" bigint NOT NULL,
	"source" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "valuation_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "valuation_day_key" UNIQUE("portfolio_id","property_id","valued_on"),
	CONSTRAINT "valuation_value_check" CHECK ("hausbuch"."valuation"."value_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."valuation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."tenant" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"salutation" text DEFAULT 'none' NOT NULL,
	"first_name" text,
	"last_name" text,
	"company_name" text,
	"letter_language" text NOT NULL,
	"emails" text[] DEFAULT '{}'::text[] NOT NULL,
	"phones" text[] DEFAULT '{}'::text[] NOT NULL,
	"payer_ibans" text[] DEFAULT '{}'::text[] NOT NULL,
	"street" text,
	"house_number" text,
	"postal_code" text,
	"city" text,
	"country" text,
	"birth_date" date,
	"emergency_contact" text,
	"notes" text,
	"archived_at" timestamp with time zone,
	"sort_name" text collate "und-x-icu" GENERATED ALWAYS AS (lower(coalesce(company_name, '') || coalesce(last_name, '') || case when first_name is null then '' else ', ' || first_name end)) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenant_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "tenant_kind_check" CHECK ("hausbuch"."tenant"."kind" in ('person', 'company')),
	CONSTRAINT "tenant_salutation_check" CHECK ("hausbuch"."tenant"."salutation" in ('mr', 'ms', 'family', 'none')),
	CONSTRAINT "tenant_letter_language_check" CHECK ("hausbuch"."tenant"."letter_language" in ('en', 'de')),
	CONSTRAINT "tenant_name_check" CHECK (case "hausbuch"."tenant"."kind" when 'company' then length("hausbuch"."tenant"."company_name") between 1 and 200
        else length("hausbuch"."tenant"."last_name") between 1 and 200 and "hausbuch"."tenant"."company_name" is null end)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."tenant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hausbuch"."household" ADD CONSTRAINT "household_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."lease" ADD CONSTRAINT "lease_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" ADD CONSTRAINT "lease_tenant_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" ADD CONSTRAINT "lease_tenant_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" ADD CONSTRAINT "lease_unit_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" ADD CONSTRAINT "lease_unit_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ADD CONSTRAINT "rent_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."rent_line" ADD CONSTRAINT "rent_line_rent_fkey" FOREIGN KEY ("portfolio_id","rent_id") REFERENCES "hausbuch"."rent"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_allocation_id") REFERENCES "hausbuch"."allocation"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_corrects_fkey" FOREIGN KEY ("portfolio_id","corrects_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ADD CONSTRAINT "charge_line_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" ADD CONSTRAINT "credit_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" ADD CONSTRAINT "credit_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" ADD CONSTRAINT "open_item_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" ADD CONSTRAINT "open_item_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_payer_tenant_fkey" FOREIGN KEY ("portfolio_id","payer_tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."audit_event" ADD CONSTRAINT "audit_event_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_landlord_fkey" FOREIGN KEY ("portfolio_id","landlord_id") REFERENCES "hausbuch"."landlord"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."landlord" ADD CONSTRAINT "landlord_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD CONSTRAINT "member_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."property" ADD CONSTRAINT "property_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" ADD CONSTRAINT "property_owner_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" ADD CONSTRAINT "property_owner_landlord_fkey" FOREIGN KEY ("portfolio_id","landlord_id") REFERENCES "hausbuch"."landlord"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" ADD CONSTRAINT "unit_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" ADD CONSTRAINT "unit_period_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."valuation" ADD CONSTRAINT "valuation_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."tenant" ADD CONSTRAINT "tenant_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "household_lease_idx" ON "hausbuch"."household" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "lease_posting_idx" ON "hausbuch"."lease" USING btree ("portfolio_id","posted_through");--> statement-breakpoint
CREATE INDEX "lease_ends_on_idx" ON "hausbuch"."lease" USING btree ("portfolio_id","ends_on");--> statement-breakpoint
CREATE INDEX "lease_tenant_lease_idx" ON "hausbuch"."lease_tenant" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "lease_tenant_tenant_idx" ON "hausbuch"."lease_tenant" USING btree ("portfolio_id","tenant_id");--> statement-breakpoint
CREATE INDEX "lease_unit_lease_idx" ON "hausbuch"."lease_unit" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "lease_unit_unit_idx" ON "hausbuch"."lease_unit" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE INDEX "rent_lease_idx" ON "hausbuch"."rent" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "rent_line_rent_idx" ON "hausbuch"."rent_line" USING btree ("portfolio_id","rent_id");--> statement-breakpoint
CREATE INDEX "allocation_payment_idx" ON "hausbuch"."allocation" USING btree ("portfolio_id","payment_id");--> statement-breakpoint
CREATE INDEX "allocation_charge_idx" ON "hausbuch"."allocation" USING btree ("portfolio_id","charge_id");--> statement-breakpoint
CREATE INDEX "allocation_reverses_idx" ON "hausbuch"."allocation" USING btree ("portfolio_id","reverses_allocation_id");--> statement-breakpoint
CREATE INDEX "charge_lease_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "charge_corrects_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","corrects_charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_period_key" ON "hausbuch"."charge" USING btree ("portfolio_id","lease_id","kind","period_from") WHERE corrects_charge_id is null;--> statement-breakpoint
CREATE INDEX "charge_due_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","due_on");--> statement-breakpoint
CREATE INDEX "charge_line_charge_idx" ON "hausbuch"."charge_line" USING btree ("portfolio_id","charge_id");--> statement-breakpoint
CREATE INDEX "credit_lease_idx" ON "hausbuch"."credit" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "credit_open_idx" ON "hausbuch"."credit" USING btree ("portfolio_id","lease_id") WHERE open_cents > 0;--> statement-breakpoint
CREATE INDEX "open_item_lease_idx" ON "hausbuch"."open_item" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "open_item_due_idx" ON "hausbuch"."open_item" USING btree ("portfolio_id","due_on") WHERE open_cents > 0;--> statement-breakpoint
CREATE INDEX "payment_lease_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "payment_payer_tenant_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","payer_tenant_id");--> statement-breakpoint
CREATE INDEX "payment_bank_account_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","bank_account_id");--> statement-breakpoint
CREATE INDEX "payment_paid_on_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","paid_on");--> statement-breakpoint
CREATE INDEX "payment_transfer_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","transfer_id");--> statement-breakpoint
CREATE INDEX "audit_event_entity_idx" ON "hausbuch"."audit_event" USING btree ("portfolio_id","entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_event_at_idx" ON "hausbuch"."audit_event" USING btree ("portfolio_id","at");--> statement-breakpoint
CREATE INDEX "bank_account_landlord_idx" ON "hausbuch"."bank_account" USING btree ("portfolio_id","landlord_id");--> statement-breakpoint
CREATE INDEX "member_user_idx" ON "hausbuch"."member" USING btree ("user_id","portfolio_id");--> statement-breakpoint
CREATE INDEX "property_name_idx" ON "hausbuch"."property" USING btree ("portfolio_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "property_owner_property_idx" ON "hausbuch"."property_owner" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "property_owner_landlord_idx" ON "hausbuch"."property_owner" USING btree ("portfolio_id","landlord_id");--> statement-breakpoint
CREATE INDEX "unit_property_idx" ON "hausbuch"."unit" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "unit_period_unit_idx" ON "hausbuch"."unit_period" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE INDEX "valuation_property_idx" ON "hausbuch"."valuation" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "tenant_name_idx" ON "hausbuch"."tenant" USING btree ("portfolio_id","sort_name","id");--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."household" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."household"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."household"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."lease" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."lease"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."lease"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."lease_tenant" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."lease_tenant"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."lease_tenant"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."lease_unit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."lease_unit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."lease_unit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."rent" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."rent"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."rent"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."rent_line" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."rent_line"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."rent_line"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."allocation" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."allocation"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."allocation"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."charge" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."charge"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."charge"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."charge_line" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."charge_line"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."charge_line"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."credit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."credit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."credit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."open_item" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."open_item"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."open_item"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."payment" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."payment"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."payment"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."audit_event" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."audit_event"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."audit_event"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_account" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."bank_account"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."bank_account"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."landlord" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."landlord"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."landlord"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "member_isolation" ON "hausbuch"."member" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."member"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid or "hausbuch"."member"."user_id" = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK ("hausbuch"."member"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."portfolio" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."portfolio"."id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."portfolio"."id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "profile_isolation" ON "hausbuch"."profile" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."profile"."user_id" = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK ("hausbuch"."profile"."user_id" = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "public_holiday_read" ON "hausbuch"."public_holiday" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING (true);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."property" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."property"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."property"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."property_owner" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."property_owner"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."property_owner"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."unit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."unit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."unit"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."unit_period" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."unit_period"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."unit_period"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."valuation" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."valuation"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."valuation"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."tenant" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."tenant"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."tenant"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);