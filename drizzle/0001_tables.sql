CREATE TABLE "hausbuch"."account_event" (
	"user_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"session_id" uuid NOT NULL,
	"way" text,
	"has_factor" boolean DEFAULT false NOT NULL,
	"browser" text,
	"system" text,
	"is_phone" boolean DEFAULT false NOT NULL,
	"device_hash" text,
	"former_email" text,
	CONSTRAINT "account_event_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "account_event_kind_check" CHECK ("kind" in ('sign_in', 'password_changed', 'email_change_asked', 'email_changed', 'phone_changed', 'factor_added', 'factor_removed', 'identity_unlinked', 'recovery_codes_made', 'recovery_code_used')),
	CONSTRAINT "account_event_way_check" CHECK ("way" in ('password', 'link', 'provider')),
	CONSTRAINT "account_event_sign_in_check" CHECK (("kind" = 'sign_in') = ("way" is not null)),
	CONSTRAINT "account_event_former_email_check" CHECK ("former_email" is null or "kind" = 'email_change_asked')
);
--> statement-breakpoint
SELECT hausbuch.spread('account_event');
--> statement-breakpoint
ALTER TABLE "hausbuch"."account_event" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."account_event" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."allocation" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"charge_line_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reverses_allocation_id" uuid,
	"effective_on" date,
	"allocated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocation_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "allocation_amount_check" CHECK ("amount_cents" <> 0 and ("reverses_allocation_id" is null) = ("amount_cents" > 0))
);
--> statement-breakpoint
SELECT hausbuch.spread('allocation');
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."association" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"name" text NOT NULL,
	"manager" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "association_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "association_unit_key" UNIQUE("portfolio_id","unit_id"),
	CONSTRAINT "association_name_check" CHECK (length("name") between 1 and 200),
	CONSTRAINT "association_manager_check" CHECK (length("manager") between 1 and 200)
);
--> statement-breakpoint
SELECT hausbuch.spread('association');
--> statement-breakpoint
ALTER TABLE "hausbuch"."association" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."association_effort" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"association_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"asked_on" date NOT NULL,
	"way" text NOT NULL,
	"note" text,
	"document_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "association_effort_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "association_effort_way_check" CHECK ("way" in ('mail', 'letter', 'phone', 'in_person')),
	CONSTRAINT "association_effort_period_check" CHECK ("period_to" >= "period_from"),
	CONSTRAINT "association_effort_note_check" CHECK (length("note") between 1 and 10000)
);
--> statement-breakpoint
SELECT hausbuch.spread('association_effort');
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_effort" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_effort" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."association_year" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"association_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"lines" jsonb NOT NULL,
	"stated_total_cents" bigint,
	"stated_own_cents" bigint,
	"advances_due_cents" bigint,
	"received_on" date,
	"resolved_on" date,
	"is_excused" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "association_year_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "association_year_key" UNIQUE("portfolio_id","association_id","period_to"),
	CONSTRAINT "association_year_period_check" CHECK ("period_to" >= "period_from"),
	CONSTRAINT "association_year_advances_check" CHECK ("advances_due_cents" >= 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('association_year');
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_year" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_year" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "audit_event_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "audit_event_action_check" CHECK ("action" ~ '^[a-z_]+[.][a-z_]+$'),
	CONSTRAINT "audit_event_entity_check" CHECK ("entity" ~ '^[a-z_]+$')
);
--> statement-breakpoint
SELECT hausbuch.spread('audit_event');
--> statement-breakpoint
ALTER TABLE "hausbuch"."audit_event" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."audit_event" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_account" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"landlord_id" uuid,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"creditor_identifier" text,
	"books_certain" boolean DEFAULT false NOT NULL,
	"purpose" text NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_account_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_account_iban_key" UNIQUE("portfolio_id","iban"),
	CONSTRAINT "bank_account_purpose_check" CHECK ("purpose" in ('rent', 'deposit', 'other'))
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_account');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_import" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"line_count" integer NOT NULL,
	"known_count" integer NOT NULL,
	"imported_by" uuid,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_import_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_import_count_check" CHECK ("line_count" >= 0 and "known_count" >= 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_import');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_import" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_import" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_line" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"statement_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_at" timestamp with time zone,
	"booked_on" date NOT NULL,
	"value_on" date,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"name" text,
	"on_behalf_of" text,
	"account" text,
	"text" text NOT NULL,
	"given_references" jsonb NOT NULL,
	"kind" text NOT NULL,
	"returned" jsonb,
	"batch_count" integer,
	"entry_index" integer NOT NULL,
	"entry_cents" bigint NOT NULL,
	"balance_cents" bigint,
	"raw" text NOT NULL,
	"line_number" integer NOT NULL,
	"forgotten_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bank_line_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_line_state_check" CHECK ("state" in ('waiting', 'matched', 'left_out')),
	CONSTRAINT "bank_line_kind_check" CHECK ("kind" in ('transfer', 'standing_order', 'direct_debit', 'return', 'fee', 'interest', 'batch', 'other')),
	CONSTRAINT "bank_line_decided_check" CHECK (("state" = 'waiting') = ("decided_at" is null)),
	CONSTRAINT "bank_line_amount_check" CHECK ("amount_cents" <> 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_line');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_line" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_line" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_mapping" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"import_id" uuid NOT NULL,
	"header_key" text NOT NULL,
	"columns" jsonb NOT NULL,
	"decimal" text NOT NULL,
	"day_order" text NOT NULL,
	"learned_by" uuid,
	"learned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_mapping_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_mapping_key" UNIQUE("portfolio_id","header_key"),
	CONSTRAINT "bank_mapping_decimal_check" CHECK ("decimal" in (',', '.')),
	CONSTRAINT "bank_mapping_day_order_check" CHECK ("day_order" in ('dmy', 'mdy', 'ymd'))
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_mapping');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_mapping" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_mapping" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_match" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"line_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"transaction_id" uuid,
	"movement_id" uuid,
	"amount_cents" bigint NOT NULL,
	"is_by_itself" boolean DEFAULT false NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_match_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_match_payment_key" UNIQUE("portfolio_id","payment_id"),
	CONSTRAINT "bank_match_transaction_key" UNIQUE("portfolio_id","transaction_id"),
	CONSTRAINT "bank_match_movement_key" UNIQUE("portfolio_id","movement_id"),
	CONSTRAINT "bank_match_kind_check" CHECK ("kind" in ('payment', 'booking', 'evidence', 'return', 'refund', 'left_out')),
	CONSTRAINT "bank_match_posted_check" CHECK (num_nonnulls("payment_id", "transaction_id", "movement_id") = case "kind" when 'left_out' then 0 else 1 end),
	CONSTRAINT "bank_match_booking_check" CHECK ("kind" <> 'booking' or "transaction_id" is not null)
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_match');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_match" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_match" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_rule" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"account" text,
	"name" text,
	"text" text,
	"lease_id" uuid,
	"category_id" uuid,
	"property_id" uuid,
	"learned_from_line_id" uuid NOT NULL,
	"learned_by" uuid,
	"learned_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "bank_rule_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "bank_rule_key" UNIQUE NULLS NOT DISTINCT("portfolio_id","kind","account","name","text","lease_id","category_id","property_id"),
	CONSTRAINT "bank_rule_kind_check" CHECK ("kind" in ('lease', 'booking', 'left_out')),
	CONSTRAINT "bank_rule_sender_check" CHECK (num_nonnulls("account", "name") = 1 or (num_nonnulls("account", "name") = 0 and "text" is not null)),
	CONSTRAINT "bank_rule_text_check" CHECK ("text" is null or length("text") between 3 and 100),
	CONSTRAINT "bank_rule_lease_check" CHECK (("kind" = 'lease') = ("lease_id" is not null)),
	CONSTRAINT "bank_rule_category_check" CHECK (("kind" = 'booking') = ("category_id" is not null)),
	CONSTRAINT "bank_rule_property_check" CHECK ("property_id" is null or "kind" = 'booking')
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_rule');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_rule" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_rule" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."bank_statement" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"import_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"from_on" date,
	"to_on" date,
	"opening_on" date,
	"opening_cents" bigint,
	"closing_on" date,
	"closing_cents" bigint,
	CONSTRAINT "bank_statement_pkey" PRIMARY KEY("portfolio_id","id")
);
--> statement-breakpoint
SELECT hausbuch.spread('bank_statement');
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_statement" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_statement" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."base_rate" (
	"valid_from" date NOT NULL,
	"rate_bp" integer NOT NULL,
	"source" text NOT NULL,
	"fetched_on" date,
	CONSTRAINT "base_rate_pkey" PRIMARY KEY("valid_from")
);
--> statement-breakpoint
SELECT hausbuch.spread('base_rate');
--> statement-breakpoint
ALTER TABLE "hausbuch"."base_rate" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."base_rate" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."category" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"parent_id" uuid,
	"code" text,
	"name" text,
	"direction" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"betrkv_no" integer,
	"is_recoverable" boolean DEFAULT false NOT NULL,
	"anlage_v_group" text,
	"schedule_e_line" integer,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "category_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "category_code_key" UNIQUE("portfolio_id","code"),
	CONSTRAINT "category_direction_check" CHECK ("direction" in ('income', 'expense')),
	CONSTRAINT "category_named_check" CHECK ("code" is not null or length("name") between 1 and 200),
	CONSTRAINT "category_betrkv_check" CHECK ("betrkv_no" between 1 and 17)
);
--> statement-breakpoint
SELECT hausbuch.spread('category');
--> statement-breakpoint
ALTER TABLE "hausbuch"."category" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."category" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."charge" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"period_from" date,
	"period_to" date,
	"due_on" date NOT NULL,
	"total_cents" bigint NOT NULL,
	"owed_since" date NOT NULL,
	"basis" jsonb,
	"note" text,
	"corrects_charge_id" uuid,
	"correction_reason" text,
	"reverts_charge_id" uuid,
	"transfer_id" uuid,
	"carried_from_charge_id" uuid,
	"carried_kind" text,
	"carried_period_from" date,
	"returned_payment_id" uuid,
	"posted_by" uuid,
	"posted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "charge_kind_check" CHECK ("kind" in ('rent', 'opening_balance', 'back_payment', 'fee', 'interest', 'deposit', 'other')),
	CONSTRAINT "charge_correction_reason_check" CHECK ("correction_reason" in ('correction', 'waiver', 'void')),
	CONSTRAINT "charge_correction_check" CHECK (("corrects_charge_id" is null) = ("correction_reason" is null)),
	CONSTRAINT "charge_total_check" CHECK ("total_cents" >= 0 or "corrects_charge_id" is not null),
	CONSTRAINT "charge_period_check" CHECK (("period_from" is null) = ("period_to" is null) and ("period_from" is null or "period_to" >= "period_from")),
	CONSTRAINT "charge_reverts_check" CHECK ("reverts_charge_id" is null or "corrects_charge_id" is not null),
	CONSTRAINT "charge_owed_since_check" CHECK ("owed_since" <= "due_on"),
	CONSTRAINT "charge_carried_kind_check" CHECK ("carried_kind" in ('rent', 'opening_balance', 'back_payment', 'fee', 'interest', 'deposit', 'other')),
	CONSTRAINT "charge_carried_check" CHECK ("carried_kind" is not null or ("transfer_id" is null and "carried_from_charge_id" is null and "carried_period_from" is null and "owed_since" = "due_on")),
	CONSTRAINT "charge_rent_period_check" CHECK ("kind" <> 'rent' or "period_from" is not null)
);
--> statement-breakpoint
SELECT hausbuch.spread('charge');
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."charge_line" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"charge_id" uuid NOT NULL,
	"root_charge_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"component" text NOT NULL,
	"settlement" text DEFAULT 'none' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"vat_rate_bp" integer DEFAULT 0 NOT NULL,
	"vat_cents" bigint DEFAULT 0 NOT NULL,
	"corrects_line_id" uuid,
	"debt_charge_id" uuid,
	CONSTRAINT "charge_line_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "charge_line_root_key" UNIQUE("portfolio_id","root_charge_id","id"),
	CONSTRAINT "charge_line_position_key" UNIQUE("portfolio_id","charge_id","position"),
	CONSTRAINT "charge_line_component_check" CHECK ("component" in ('net', 'operating_costs', 'heating', 'parking', 'furniture', 'other', 'opening_balance', 'back_payment', 'fee', 'interest', 'deposit')),
	CONSTRAINT "charge_line_settlement_check" CHECK ("settlement" in ('advance', 'lump_sum', 'none')),
	CONSTRAINT "charge_line_correction_check" CHECK ("corrects_line_id" is null or "root_charge_id" <> "charge_id"),
	CONSTRAINT "charge_line_debt_check" CHECK ("debt_charge_id" is null or ("debt_charge_id" <> "root_charge_id" and "component" in ('fee', 'interest')))
);
--> statement-breakpoint
SELECT hausbuch.spread('charge_line');
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."collection" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"message_name" text NOT NULL,
	"collect_on" date NOT NULL,
	"is_batch" boolean NOT NULL,
	"creditor_identifier" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"cancelled_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "collection_message_key" UNIQUE("portfolio_id","message_name")
);
--> statement-breakpoint
SELECT hausbuch.spread('collection');
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."collection_item" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"collection_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"end_to_end" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"mandate_reference" text NOT NULL,
	"signed_on" date NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"purpose" text NOT NULL,
	"payment_id" uuid,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "collection_item_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "collection_item_end_to_end_key" UNIQUE("portfolio_id","end_to_end"),
	CONSTRAINT "collection_item_payment_key" UNIQUE("portfolio_id","payment_id"),
	CONSTRAINT "collection_item_mandate_key" UNIQUE("portfolio_id","collection_id","mandate_id"),
	CONSTRAINT "collection_item_amount_check" CHECK ("amount_cents" > 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('collection_item');
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection_item" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection_item" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."consumer_price_index" (
	"month" date NOT NULL,
	"index_milli" integer NOT NULL,
	"source" text NOT NULL,
	"fetched_on" date,
	CONSTRAINT "consumer_price_index_pkey" PRIMARY KEY("month")
);
--> statement-breakpoint
SELECT hausbuch.spread('consumer_price_index');
--> statement-breakpoint
ALTER TABLE "hausbuch"."consumer_price_index" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."consumer_price_index" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."contact_message" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "contact_message_language_check" CHECK ("language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$')
);
--> statement-breakpoint
SELECT hausbuch.spread('contact_message');
--> statement-breakpoint
ALTER TABLE "hausbuch"."contact_message" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."contact_message" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."cost_agreement" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid,
	"lease_id" uuid,
	"agrees_all" boolean NOT NULL,
	"named" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_agreement_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "cost_agreement_property_key" UNIQUE("portfolio_id","property_id"),
	CONSTRAINT "cost_agreement_lease_key" UNIQUE("portfolio_id","lease_id"),
	CONSTRAINT "cost_agreement_owner_check" CHECK (("property_id" is null) <> ("lease_id" is null))
);
--> statement-breakpoint
SELECT hausbuch.spread('cost_agreement');
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_agreement" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_agreement" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."cost_sharing" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"vacant_persons" integer DEFAULT 1 NOT NULL,
	"costs" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_sharing_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "cost_sharing_property_key" UNIQUE("portfolio_id","property_id"),
	CONSTRAINT "cost_sharing_vacant_check" CHECK ("vacant_persons" between 0 and 20)
);
--> statement-breakpoint
SELECT hausbuch.spread('cost_sharing');
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_sharing" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_sharing" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."cost_statement" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"version" integer NOT NULL,
	"sent_on" date NOT NULL,
	"due_on" date NOT NULL,
	"rules_version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"snapshot_hash" text NOT NULL,
	"sent_by" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cost_statement_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "cost_statement_period_key" UNIQUE("portfolio_id","property_id","period_from","period_to","version"),
	CONSTRAINT "cost_statement_version_check" CHECK ("version" >= 1),
	CONSTRAINT "cost_statement_period_check" CHECK ("period_to" >= "period_from"),
	CONSTRAINT "cost_statement_due_check" CHECK ("due_on" >= "sent_on")
);
--> statement-breakpoint
SELECT hausbuch.spread('cost_statement');
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."cost_statement_lease" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"statement_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"result_cents" bigint NOT NULL,
	"claimed_cents" bigint NOT NULL,
	"posted_cents" bigint NOT NULL,
	"letter" jsonb NOT NULL,
	CONSTRAINT "cost_statement_lease_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "cost_statement_lease_key" UNIQUE("portfolio_id","statement_id","lease_id")
);
--> statement-breakpoint
SELECT hausbuch.spread('cost_statement_lease');
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement_lease" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement_lease" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."credit" (
	"portfolio_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"paid_on" date NOT NULL,
	"open_cents" bigint NOT NULL,
	CONSTRAINT "credit_pkey" PRIMARY KEY("portfolio_id","payment_id"),
	CONSTRAINT "credit_open_check" CHECK ("open_cents" >= 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('credit');
--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "deposit_form_check" CHECK ("form" in ('cash', 'guarantee', 'savings_account', 'other')),
	CONSTRAINT "deposit_agreed_check" CHECK ("agreed_cents" between 1 and 100000000000)
);
--> statement-breakpoint
SELECT hausbuch.spread('deposit');
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	"transfer_id" uuid,
	"recorded_by" uuid,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_movement_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "deposit_movement_reverses_key" UNIQUE("portfolio_id","reverses_movement_id"),
	CONSTRAINT "deposit_movement_kind_check" CHECK ("kind" in ('received', 'interest', 'deduction', 'hold_back', 'returned', 'moved_out', 'moved_in')),
	CONSTRAINT "deposit_movement_amount_check" CHECK ("amount_cents" <> 0 and ("reverses_movement_id" is null) = ("amount_cents" > 0)),
	CONSTRAINT "deposit_movement_reason_check" CHECK ("kind" not in ('deduction', 'hold_back') or length("reason") between 1 and 500),
	CONSTRAINT "deposit_movement_held_check" CHECK (("kind" = 'hold_back') = ("held_until" is not null))
);
--> statement-breakpoint
SELECT hausbuch.spread('deposit_movement');
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."document" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"title" text NOT NULL,
	"category" text DEFAULT 'other' NOT NULL,
	"valid_until" date,
	"note" text,
	"state" text NOT NULL,
	"current_version_id" uuid,
	"deleted_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "document_category_check" CHECK ("category" in ('lease', 'handover', 'invoice', 'statement', 'insurance', 'energy_certificate', 'tax', 'plan', 'photo', 'letter', 'other')),
	CONSTRAINT "document_state_check" CHECK ("state" in ('uploading', 'checked', 'ready', 'deleted')),
	CONSTRAINT "document_title_check" CHECK (length("title") between 1 and 300)
);
--> statement-breakpoint
SELECT hausbuch.spread('document');
--> statement-breakpoint
ALTER TABLE "hausbuch"."document" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."document_link" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"document_id" uuid NOT NULL,
	"property_id" uuid,
	"unit_id" uuid,
	"tenant_id" uuid,
	"lease_id" uuid,
	"transaction_id" uuid,
	"handover_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_link_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "document_link_key" UNIQUE NULLS NOT DISTINCT("portfolio_id","document_id","property_id","unit_id","tenant_id","lease_id","transaction_id","handover_id"),
	CONSTRAINT "document_link_one_check" CHECK (num_nonnulls("property_id", "unit_id", "tenant_id", "lease_id", "transaction_id", "handover_id") = 1)
);
--> statement-breakpoint
SELECT hausbuch.spread('document_link');
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."document_version" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text,
	"storage_path" text NOT NULL,
	"content" text,
	"thumbnail" text,
	"uploaded_by" uuid,
	"checked_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_version_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "document_version_number_key" UNIQUE("portfolio_id","document_id","number"),
	CONSTRAINT "document_version_path_key" UNIQUE("portfolio_id","storage_path"),
	CONSTRAINT "document_version_state_check" CHECK ("state" in ('uploading', 'checked', 'ready', 'deleted')),
	CONSTRAINT "document_version_thumbnail_check" CHECK (length("thumbnail") <= 40000),
	CONSTRAINT "document_version_size_check" CHECK ("size_bytes" between 0 and 52428800),
	CONSTRAINT "document_version_name_check" CHECK (length("file_name") between 1 and 255)
);
--> statement-breakpoint
SELECT hausbuch.spread('document_version');
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_version" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_version" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."erasure" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"erased_portfolio_id" uuid,
	"row_count" integer NOT NULL,
	CONSTRAINT "erasure_kind_check" CHECK ("kind" in ('portfolio', 'account')),
	CONSTRAINT "erasure_portfolio_check" CHECK (("kind" = 'portfolio') = ("erased_portfolio_id" is not null))
);
--> statement-breakpoint
SELECT hausbuch.spread('erasure');
--> statement-breakpoint
ALTER TABLE "hausbuch"."erasure" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."erasure" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."file_removal" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"storage_path" text NOT NULL,
	"held_bytes" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_removal_pkey" PRIMARY KEY("portfolio_id","id")
);
--> statement-breakpoint
SELECT hausbuch.spread('file_removal');
--> statement-breakpoint
ALTER TABLE "hausbuch"."file_removal" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."file_removal" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."handover" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"held_on" date NOT NULL,
	"held_at" text,
	"persons" text[] DEFAULT '{}'::text[] NOT NULL,
	"confirmed_by" text[] DEFAULT '{}'::text[] NOT NULL,
	"remarks" text,
	"voided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handover_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "handover_kind_check" CHECK ("kind" in ('move_in', 'move_out')),
	CONSTRAINT "handover_time_check" CHECK ("held_at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
SELECT hausbuch.spread('handover');
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."handover_defect" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"room_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"mended_by" text NOT NULL,
	"mend_until" date,
	"is_known" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handover_defect_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "handover_defect_position_key" UNIQUE("portfolio_id","room_id","position"),
	CONSTRAINT "handover_defect_mended_by_check" CHECK ("mended_by" in ('landlord', 'tenant', 'nobody')),
	CONSTRAINT "handover_defect_description_check" CHECK (length("description") between 1 and 1000),
	CONSTRAINT "handover_defect_until_check" CHECK ("mend_until" is null or "mended_by" <> 'nobody')
);
--> statement-breakpoint
SELECT hausbuch.spread('handover_defect');
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_defect" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_defect" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."handover_key" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"handover_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text,
	"count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handover_key_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "handover_key_position_key" UNIQUE("portfolio_id","handover_id","position"),
	CONSTRAINT "handover_key_kind_check" CHECK ("kind" in ('house_door', 'flat_door', 'letter_box', 'cellar', 'garage', 'gate', 'room', 'other')),
	CONSTRAINT "handover_key_count_check" CHECK ("count" between 0 and 999)
);
--> statement-breakpoint
SELECT hausbuch.spread('handover_key');
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_key" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_key" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."handover_room" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"handover_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"condition" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handover_room_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "handover_room_position_key" UNIQUE("portfolio_id","handover_id","position"),
	CONSTRAINT "handover_room_condition_check" CHECK ("condition" in ('as_new', 'good', 'worn', 'needs_work')),
	CONSTRAINT "handover_room_name_check" CHECK (length("name") between 1 and 200)
);
--> statement-breakpoint
SELECT hausbuch.spread('handover_room');
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_room" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_room" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."heating_plant" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"shared_by" text NOT NULL,
	"start_month" smallint,
	"unit_ids" jsonb NOT NULL,
	"category_ids" jsonb NOT NULL,
	"makes_hot_water" boolean NOT NULL,
	"is_meter_costly" boolean NOT NULL,
	"has_stock" boolean NOT NULL,
	"heat_bp" integer NOT NULL,
	"hot_water_bp" integer NOT NULL,
	"is_more_agreed" boolean NOT NULL,
	"fixed_by" text NOT NULL,
	"heat_source" text NOT NULL,
	"has_co2" boolean NOT NULL,
	"co2_use" text NOT NULL,
	"co2_model" text NOT NULL,
	"co2_obstacle" text NOT NULL,
	"co2_half_since" date,
	"restarts_yearly" boolean NOT NULL,
	"is_remotely_read" boolean NOT NULL,
	"informs" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "heating_plant_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "heating_plant_shared_by_check" CHECK ("shared_by" in ('devices', 'service')),
	CONSTRAINT "heating_plant_fixed_by_check" CHECK ("fixed_by" in ('degree_days', 'days')),
	CONSTRAINT "heating_plant_heat_source_check" CHECK ("heat_source" in ('boiler', 'boiler_upper_value', 'delivered_heat', 'heat_pump')),
	CONSTRAINT "heating_plant_co2_use_check" CHECK ("co2_use" in ('dwelling', 'other')),
	CONSTRAINT "heating_plant_co2_model_check" CHECK ("co2_model" in ('steps', 'half')),
	CONSTRAINT "heating_plant_co2_obstacle_check" CHECK ("co2_obstacle" in ('none', 'one', 'both')),
	CONSTRAINT "heating_plant_name_check" CHECK (length("name") between 1 and 200),
	CONSTRAINT "heating_plant_start_month_check" CHECK ("start_month" between 1 and 12),
	CONSTRAINT "heating_plant_shares_check" CHECK ("heat_bp" between 5000 and 10000 and "hot_water_bp" between 5000 and 10000)
);
--> statement-breakpoint
SELECT hausbuch.spread('heating_plant');
--> statement-breakpoint
ALTER TABLE "hausbuch"."heating_plant" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."heating_plant" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."heating_year" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"plant_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"hot_water_by" text,
	"hot_water_energy" bigint,
	"total_energy" bigint,
	"hot_water_volume" bigint,
	"celsius10" integer,
	"hot_water_share_bp" integer,
	"opening_quantity" bigint,
	"opening_cents" bigint,
	"closing_quantity" bigint,
	"deliveries" jsonb NOT NULL,
	"co2_grams" bigint,
	"co2_cost_cents" bigint,
	"bill_from" date,
	"bill_to" date,
	"co2_bills" jsonb NOT NULL,
	"estimates" jsonb NOT NULL,
	"groups" jsonb NOT NULL,
	"group_bp" integer NOT NULL,
	"total_cents" bigint,
	"co2_way" text,
	"co2_landlord_cents" bigint,
	"amounts" jsonb NOT NULL,
	"energy_mix" text,
	"greenhouse_grams" bigint,
	"primary_factor" integer,
	"taxes_cents" bigint,
	"metering_cents" bigint,
	"average_energy" bigint,
	"average_source" text,
	"climate_factor" integer,
	"climate_factor_before" integer,
	"energy_before" bigint,
	"hot_water_energy_before" bigint,
	"disputes" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "heating_year_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "heating_year_key" UNIQUE("portfolio_id","plant_id","period_to"),
	CONSTRAINT "heating_year_hot_water_by_check" CHECK ("hot_water_by" in ('meter', 'formula', 'area', 'share')),
	CONSTRAINT "heating_year_disputes_check" CHECK ("disputes" in ('unwilling', 'willing', 'no_consumer')),
	CONSTRAINT "heating_year_co2_way_check" CHECK ("co2_way" in ('deducted', 'shown', 'none')),
	CONSTRAINT "heating_year_period_check" CHECK ("period_to" >= "period_from"),
	CONSTRAINT "heating_year_bill_check" CHECK ("bill_to" >= "bill_from"),
	CONSTRAINT "heating_year_group_check" CHECK ("group_bp" between 5000 and 10000),
	CONSTRAINT "heating_year_share_check" CHECK ("hot_water_share_bp" between 0 and 10000)
);
--> statement-breakpoint
SELECT hausbuch.spread('heating_year');
--> statement-breakpoint
ALTER TABLE "hausbuch"."heating_year" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."heating_year" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "household_persons_check" CHECK ("persons" between 0 and 99)
);
--> statement-breakpoint
SELECT hausbuch.spread('household');
--> statement-breakpoint
ALTER TABLE "hausbuch"."household" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."household" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "index_clause_base_check" CHECK ("base_index_milli" between 1 and 10000000),
	CONSTRAINT "index_clause_month_check" CHECK (extract(day from "base_month") = 1)
);
--> statement-breakpoint
SELECT hausbuch.spread('index_clause');
--> statement-breakpoint
ALTER TABLE "hausbuch"."index_clause" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."index_clause" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	"email" text,
	"logo" text,
	"signature" text,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "landlord_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "landlord_kind_check" CHECK ("kind" in ('person', 'company')),
	CONSTRAINT "landlord_name_check" CHECK (length("name") between 1 and 200),
	CONSTRAINT "landlord_logo_check" CHECK (length("logo") <= 100000),
	CONSTRAINT "landlord_signature_check" CHECK (length("signature") <= 100000)
);
--> statement-breakpoint
SELECT hausbuch.spread('landlord');
--> statement-breakpoint
ALTER TABLE "hausbuch"."landlord" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."landlord" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."lease" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"signed_on" date,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"is_fixed_term" boolean DEFAULT false NOT NULL,
	"notice_given_on" date,
	"notice_received_on" date,
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
	CONSTRAINT "lease_notice_by_check" CHECK ("notice_by" in ('landlord', 'tenant', 'agreement')),
	CONSTRAINT "lease_proration_method_check" CHECK ("proration_method" in ('calendar_days', 'thirty_days', 'full_month')),
	CONSTRAINT "lease_due_rule_check" CHECK ("due_rule" in ('third_working_day', 'day_of_month', 'first')),
	CONSTRAINT "lease_due_day_check" CHECK (("due_rule" = 'day_of_month') = ("due_day" is not null) and coalesce("due_day", 1) between 1 and 31),
	CONSTRAINT "lease_period_check" CHECK ("ends_on" is null or "ends_on" >= "starts_on"),
	CONSTRAINT "lease_fixed_term_check" CHECK (not "is_fixed_term" or "ends_on" is not null),
	CONSTRAINT "lease_notice_check" CHECK (("notice_given_on" is null) = ("notice_by" is null)),
	CONSTRAINT "lease_notice_received_check" CHECK ("notice_received_on" is null or "notice_received_on" >= "notice_given_on"),
	CONSTRAINT "lease_booked_from_check" CHECK (extract(day from "booked_from") = 1)
);
--> statement-breakpoint
SELECT hausbuch.spread('lease');
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "lease_tenant_period_check" CHECK ("to_on" is null or "to_on" >= "from_on")
);
--> statement-breakpoint
SELECT hausbuch.spread('lease_tenant');
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "lease_unit_period_check" CHECK ("to_on" is null or "to_on" >= "from_on")
);
--> statement-breakpoint
SELECT hausbuch.spread('lease_unit');
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."legal_figure" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"value" integer NOT NULL,
	"source" text NOT NULL,
	"fetched_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_figure_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "legal_figure_day_key" UNIQUE("portfolio_id","kind","place","valid_from"),
	CONSTRAINT "legal_figure_kind_check" CHECK ("kind" in ('base_rate', 'consumer_price_index', 'own_interest_rate', 'own_deposit_months', 'rent_cap', 'rent_brake')),
	CONSTRAINT "legal_figure_place_check" CHECK (("kind" in ('rent_cap', 'rent_brake')) = ("place" <> '')),
	CONSTRAINT "legal_figure_days_check" CHECK ("valid_until" is null or "valid_until" >= "valid_from"),
	CONSTRAINT "legal_figure_value_check" CHECK ("value" between -10000 and 10000000)
);
--> statement-breakpoint
SELECT hausbuch.spread('legal_figure');
--> statement-breakpoint
ALTER TABLE "hausbuch"."legal_figure" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."legal_figure" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."letter" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"step" text,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"written_on" date NOT NULL,
	"state" text NOT NULL,
	"way" text NOT NULL,
	"sent_on" date,
	"sent_by" uuid,
	"is_by_itself" boolean DEFAULT false NOT NULL,
	"proof" text,
	"answered_on" date,
	"answer" text,
	"pay_by" date,
	"total_cents" bigint NOT NULL,
	"interest_cents" bigint NOT NULL,
	"interest_charge_id" uuid,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"fee_charge_id" uuid,
	"statement_lease_id" uuid,
	"collection_item_id" uuid,
	"template_name" text,
	"template_version" integer,
	"content" jsonb,
	"document_id" uuid,
	"sha256" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "letter_kind_check" CHECK ("kind" in ('reminder', 'cost_statement', 'pre_notice', 'free', 'receipt', 'no_arrears', 'notice_confirmation', 'move_in_confirmation', 'account_statement', 'rent_invoice', 'payment_announcement', 'new_advance', 'index_rent', 'deposit_settlement', 'sepa_mandate')),
	CONSTRAINT "letter_step_check" CHECK ("step" in ('friendly', 'first', 'second', 'last')),
	CONSTRAINT "letter_state_check" CHECK ("state" in ('ready', 'sent', 'answered', 'taken_back')),
	CONSTRAINT "letter_way_check" CHECK ("way" in ('mail', 'post', 'handed_over')),
	CONSTRAINT "letter_language_check" CHECK ("language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "letter_notice_check" CHECK (("kind" = 'pre_notice') or "collection_item_id" is null),
	CONSTRAINT "letter_statement_check" CHECK (("kind" = 'cost_statement') or "statement_lease_id" is null),
	CONSTRAINT "letter_template_check" CHECK (("template_name" is null) = ("template_version" is null) and ("template_name" is null or "kind" <> 'cost_statement')),
	CONSTRAINT "letter_sent_check" CHECK ("state" not in ('sent', 'answered') or "sent_on" is not null),
	CONSTRAINT "letter_answered_check" CHECK (("state" = 'answered') = ("answered_on" is not null)),
	CONSTRAINT "letter_answered_on_check" CHECK ("answered_on" >= "sent_on"),
	CONSTRAINT "letter_total_check" CHECK ("total_cents" >= "interest_cents" + "fee_cents" and "interest_cents" >= 0 and "fee_cents" >= 0),
	CONSTRAINT "letter_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
SELECT hausbuch.spread('letter');
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."letter_enclosure" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"letter_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"document_id" uuid,
	"title" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_path" text NOT NULL,
	CONSTRAINT "letter_enclosure_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "letter_enclosure_key" UNIQUE("portfolio_id","letter_id","position"),
	CONSTRAINT "letter_enclosure_size_check" CHECK ("size_bytes" > 0),
	CONSTRAINT "letter_enclosure_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
SELECT hausbuch.spread('letter_enclosure');
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_enclosure" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_enclosure" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."letter_item" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"letter_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"step" text,
	"open_cents" bigint NOT NULL,
	CONSTRAINT "letter_item_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "letter_item_key" UNIQUE("portfolio_id","letter_id","charge_id"),
	CONSTRAINT "letter_item_step_check" CHECK ("step" in ('friendly', 'first', 'second', 'last')),
	CONSTRAINT "letter_item_open_check" CHECK ("open_cents" > 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('letter_item');
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_item" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_item" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."letter_mail" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"letter_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"message_name" text NOT NULL,
	"from_name" text NOT NULL,
	"reply_to" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"may_have_gone" boolean DEFAULT false NOT NULL,
	"stop_reason" text,
	"tried_at" timestamp with time zone,
	"answer" text,
	"is_address_refused" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_mail_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "letter_mail_message_key" UNIQUE("portfolio_id","message_name"),
	CONSTRAINT "letter_mail_address_key" UNIQUE("portfolio_id","letter_id","address"),
	CONSTRAINT "letter_mail_state_check" CHECK ("state" in ('waiting', 'sending', 'sent', 'refused', 'uncertain', 'arrived', 'returned', 'stopped')),
	CONSTRAINT "letter_mail_stop_reason_check" CHECK ("stop_reason" in ('paid', 'late', 'corrected', 'called_off', 'without_file', 'taken_back', 'by_hand', 'erased')),
	CONSTRAINT "letter_mail_stopped_check" CHECK (("state" = 'stopped') = ("stop_reason" is not null))
);
--> statement-breakpoint
SELECT hausbuch.spread('letter_mail');
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_mail" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_mail" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."letter_template" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_template_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "letter_template_kind_check" CHECK ("kind" in ('free', 'receipt', 'no_arrears', 'notice_confirmation', 'move_in_confirmation', 'account_statement', 'rent_invoice', 'payment_announcement', 'new_advance', 'index_rent', 'deposit_settlement', 'sepa_mandate', 'reminder_friendly', 'reminder_first', 'reminder_second', 'reminder_last')),
	CONSTRAINT "letter_template_language_check" CHECK ("language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "letter_template_name_check" CHECK (length("name") between 1 and 200),
	CONSTRAINT "letter_template_subject_check" CHECK (length("subject") between 1 and 200),
	CONSTRAINT "letter_template_body_check" CHECK (length("body") between 1 and 6000)
);
--> statement-breakpoint
SELECT hausbuch.spread('letter_template');
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_template" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_template" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."letter_tenant" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"letter_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	CONSTRAINT "letter_tenant_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "letter_tenant_key" UNIQUE("portfolio_id","letter_id","tenant_id")
);
--> statement-breakpoint
SELECT hausbuch.spread('letter_tenant');
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_tenant" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_tenant" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."mail_sent" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"sender_user_id" uuid,
	"recipient_hash" text NOT NULL
);
--> statement-breakpoint
SELECT hausbuch.spread('mail_sent');
--> statement-breakpoint
ALTER TABLE "hausbuch"."mail_sent" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."mail_sent" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."mandate" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"signed_on" date NOT NULL,
	"revoked_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mandate_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "mandate_reference_key" UNIQUE("portfolio_id","reference"),
	CONSTRAINT "mandate_reference_check" CHECK (length("reference") between 1 and 35),
	CONSTRAINT "mandate_revoked_check" CHECK ("revoked_on" is null or "revoked_on" >= "signed_on")
);
--> statement-breakpoint
SELECT hausbuch.spread('mandate');
--> statement-breakpoint
ALTER TABLE "hausbuch"."mandate" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."mandate" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."member" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"user_id" uuid,
	"role" text NOT NULL,
	"invited_email" text,
	"invited_by" uuid,
	"invited_at" timestamp with time zone,
	"invited_language" text,
	"invitation_hash" text,
	"invitation_expires_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "member_user_key" UNIQUE("portfolio_id","user_id"),
	CONSTRAINT "member_role_check" CHECK ("role" in ('owner', 'manager', 'viewer')),
	CONSTRAINT "member_invited_language_check" CHECK ("invited_language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "member_user_or_invitation_check" CHECK ("user_id" is not null or "invited_email" is not null),
	CONSTRAINT "member_invitation_check" CHECK (("user_id" is null) = ("invitation_hash" is not null)
        and ("invitation_hash" is null) = ("invitation_expires_at" is null)),
	CONSTRAINT "member_invitation_role_check" CHECK ("user_id" is not null or "role" <> 'owner')
);
--> statement-breakpoint
SELECT hausbuch.spread('member');
--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."member" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."meter" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid,
	"kind" text NOT NULL,
	"number" text,
	"location" text,
	"measure" text NOT NULL,
	"factor_thousandths" integer,
	"removed_on" date,
	"calibrated_until" date,
	"is_by_days" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meter_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "meter_kind_check" CHECK ("kind" in ('electricity', 'gas', 'cold_water', 'warm_water', 'heat', 'heat_cost_allocator', 'oil', 'other')),
	CONSTRAINT "meter_measure_check" CHECK ("measure" in ('kwh', 'm3', 'units', 'litre')),
	CONSTRAINT "meter_factor_check" CHECK ("factor_thousandths" between 1 and 1000000),
	CONSTRAINT "meter_text_check" CHECK (length("number") <= 100 and length("location") <= 200)
);
--> statement-breakpoint
SELECT hausbuch.spread('meter');
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."meter_reading" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"meter_id" uuid NOT NULL,
	"read_on" date NOT NULL,
	"reading_thousandths" bigint NOT NULL,
	"handover_id" uuid,
	"recorded_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meter_reading_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "meter_reading_once_key" UNIQUE("portfolio_id","meter_id","handover_id"),
	CONSTRAINT "meter_reading_check" CHECK ("reading_thousandths" between 0 and 1000000000000)
);
--> statement-breakpoint
SELECT hausbuch.spread('meter_reading');
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."objection" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"statement_lease_id" uuid NOT NULL,
	"received_on" date NOT NULL,
	"text" text NOT NULL,
	"line_ids" jsonb NOT NULL,
	"answered_on" date,
	"answer" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "objection_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "objection_text_check" CHECK (length("text") between 1 and 4000),
	CONSTRAINT "objection_answer_check" CHECK ("answer" is null or "answered_on" is not null),
	CONSTRAINT "objection_answered_on_check" CHECK ("answered_on" >= "received_on")
);
--> statement-breakpoint
SELECT hausbuch.spread('objection');
--> statement-breakpoint
ALTER TABLE "hausbuch"."objection" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."objection" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."open_item" (
	"portfolio_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"owed_since" date NOT NULL,
	"total_cents" bigint NOT NULL,
	"open_cents" bigint NOT NULL,
	CONSTRAINT "open_item_pkey" PRIMARY KEY("portfolio_id","charge_id"),
	CONSTRAINT "open_item_open_check" CHECK ("open_cents" between 0 and "total_cents")
);
--> statement-breakpoint
SELECT hausbuch.spread('open_item');
--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	"is_returned" boolean DEFAULT false NOT NULL,
	"replaces_payment_id" uuid,
	"recorded_by" uuid,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "payment_reverses_key" UNIQUE("portfolio_id","reverses_payment_id"),
	CONSTRAINT "payment_replaces_key" UNIQUE("portfolio_id","replaces_payment_id"),
	CONSTRAINT "payment_direction_check" CHECK ("direction" in ('in', 'out')),
	CONSTRAINT "payment_method_check" CHECK ("method" in ('transfer', 'direct_debit', 'cash', 'card', 'other', 'opening_credit', 'deposit', 'statement_credit', 'account_transfer')),
	CONSTRAINT "payment_amount_check" CHECK ("amount_cents" between 1 and 100000000000),
	CONSTRAINT "payment_returned_check" CHECK (not "is_returned" or "reverses_payment_id" is not null)
);
--> statement-breakpoint
SELECT hausbuch.spread('payment');
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."payout" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"message_name" text NOT NULL,
	"execute_on" date NOT NULL,
	"is_batch" boolean NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"cancelled_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "payout_message_key" UNIQUE("portfolio_id","message_name")
);
--> statement-breakpoint
SELECT hausbuch.spread('payout');
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."payout_item" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"payout_id" uuid NOT NULL,
	"lease_id" uuid NOT NULL,
	"deposit_id" uuid,
	"end_to_end" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"purpose" text NOT NULL,
	"payment_id" uuid,
	"movement_id" uuid,
	CONSTRAINT "payout_item_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "payout_item_end_to_end_key" UNIQUE("portfolio_id","end_to_end"),
	CONSTRAINT "payout_item_payment_key" UNIQUE("portfolio_id","payment_id"),
	CONSTRAINT "payout_item_movement_key" UNIQUE("portfolio_id","movement_id"),
	CONSTRAINT "payout_item_amount_check" CHECK ("amount_cents" > 0),
	CONSTRAINT "payout_item_posted_check" CHECK (num_nonnulls("payment_id", "movement_id") = 1 and ("movement_id" is null) = ("deposit_id" is null))
);
--> statement-breakpoint
SELECT hausbuch.spread('payout_item');
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."portfolio" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"name" text NOT NULL,
	"jurisdiction" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"proration_method" text DEFAULT 'calendar_days' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portfolio_jurisdiction_check" CHECK ("jurisdiction" in ('DE', 'AT', 'CH', 'US', 'GB', 'other')),
	CONSTRAINT "portfolio_currency_check" CHECK ("currency" in ('EUR', 'CHF', 'USD', 'GBP')),
	CONSTRAINT "portfolio_proration_method_check" CHECK ("proration_method" in ('calendar_days', 'thirty_days', 'full_month')),
	CONSTRAINT "portfolio_name_check" CHECK (length("name") between 1 and 200)
);
--> statement-breakpoint
SELECT hausbuch.spread('portfolio');
--> statement-breakpoint
ALTER TABLE "hausbuch"."portfolio" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."portfolio" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."profile" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"language" text,
	"date_format" text,
	"number_format" text,
	"setup_dismissed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_language_check" CHECK ("language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "profile_date_format_check" CHECK ("date_format" in ('dd.mm.yyyy', 'mm/dd/yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd')),
	CONSTRAINT "profile_number_format_check" CHECK ("number_format" in ('de', 'en', 'ch', 'fr'))
);
--> statement-breakpoint
SELECT hausbuch.spread('profile');
--> statement-breakpoint
ALTER TABLE "hausbuch"."profile" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."profile" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "property_kind_check" CHECK ("kind" in ('apartment', 'house', 'multi_family', 'commercial', 'mixed', 'parking', 'land')),
	CONSTRAINT "property_energy_class_check" CHECK ("energy_class" in ('A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')),
	CONSTRAINT "property_name_check" CHECK (length("name") between 1 and 200),
	CONSTRAINT "property_year_built_check" CHECK ("year_built" between 1000 and 2200),
	CONSTRAINT "property_area_check" CHECK (coalesce("living_area_sqm100", 0) >= 0 and coalesce("plot_area_sqm100", 0) >= 0),
	CONSTRAINT "property_purchase_check" CHECK (coalesce("purchase_price_cents", 0) >= 0 and coalesce("purchase_costs_cents", 0) >= 0),
	CONSTRAINT "property_building_share_check" CHECK ("building_share_bp" between 0 and 10000),
	CONSTRAINT "property_statement_month_check" CHECK ("statement_start_month" between 1 and 12)
);
--> statement-breakpoint
SELECT hausbuch.spread('property');
--> statement-breakpoint
ALTER TABLE "hausbuch"."property" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."property" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "property_owner_share_check" CHECK ("share_numerator" > 0 and "share_denominator" > 0 and "share_numerator" <= "share_denominator")
);
--> statement-breakpoint
SELECT hausbuch.spread('property_owner');
--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."receipt_room" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"statement_lease_id" uuid NOT NULL,
	"tenant_id" uuid,
	"address" text NOT NULL,
	"language" text NOT NULL,
	"link_hash" text NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"guesses" integer DEFAULT 0 NOT NULL,
	"ends_on" date NOT NULL,
	"revoked_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"opened_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_room_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "receipt_room_link_key" UNIQUE("portfolio_id","link_hash"),
	CONSTRAINT "receipt_room_language_check" CHECK ("language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "receipt_room_tenant_check" CHECK ("tenant_id" is not null or "revoked_at" is not null),
	CONSTRAINT "receipt_room_guesses_check" CHECK ("guesses" >= 0),
	CONSTRAINT "receipt_room_code_check" CHECK (("code_hash" is null) = ("code_expires_at" is null))
);
--> statement-breakpoint
SELECT hausbuch.spread('receipt_room');
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."receipt_room_event" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"room_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"title" text,
	"visit_hash" text,
	"visit_ends_at" timestamp with time zone,
	CONSTRAINT "receipt_room_event_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "receipt_room_event_kind_check" CHECK ("kind" in ('mailed', 'code_asked', 'code_mailed', 'refused', 'entered', 'looked', 'file')),
	CONSTRAINT "receipt_room_event_visit_check" CHECK (("kind" = 'entered') = ("visit_hash" is not null) and ("visit_hash" is null) = ("visit_ends_at" is null))
);
--> statement-breakpoint
SELECT hausbuch.spread('receipt_room_event');
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_event" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_event" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."receipt_room_paper" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"room_id" uuid NOT NULL,
	"bill_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"shown_document_id" uuid,
	CONSTRAINT "receipt_room_paper_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "receipt_room_paper_key" UNIQUE("portfolio_id","room_id","bill_id","document_id")
);
--> statement-breakpoint
SELECT hausbuch.spread('receipt_room_paper');
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_paper" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_paper" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."recovery_attempt" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"tries" double precision NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_attempt_pkey" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
SELECT hausbuch.spread('recovery_attempt');
--> statement-breakpoint
ALTER TABLE "hausbuch"."recovery_attempt" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recovery_attempt" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_pkey" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
SELECT hausbuch.spread('recovery_code');
--> statement-breakpoint
ALTER TABLE "hausbuch"."recovery_code" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recovery_code" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."recurring" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"level" text NOT NULL,
	"property_id" uuid,
	"unit_id" uuid,
	"direction" text NOT NULL,
	"title" text NOT NULL,
	"category_id" uuid NOT NULL,
	"payee" text,
	"bank_account_id" uuid,
	"every_months" integer NOT NULL,
	"anchor_day" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"paused_on" date,
	"posted_through" date,
	"recoverable_key" text,
	"note" text,
	"voided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "recurring_level_check" CHECK ("level" in ('unit', 'property', 'portfolio')),
	CONSTRAINT "recurring_direction_check" CHECK ("direction" in ('income', 'expense')),
	CONSTRAINT "recurring_key_check" CHECK ("recoverable_key" in ('area', 'persons', 'units', 'consumption', 'co_ownership', 'direct')),
	CONSTRAINT "recurring_placed_check" CHECK (case "level" when 'unit' then "unit_id" is not null and "property_id" is not null
      when 'property' then "unit_id" is null and "property_id" is not null
      else "unit_id" is null and "property_id" is null end),
	CONSTRAINT "recurring_every_check" CHECK ("every_months" between 1 and 120),
	CONSTRAINT "recurring_anchor_check" CHECK ("anchor_day" between 1 and 31),
	CONSTRAINT "recurring_period_check" CHECK ("ends_on" is null or "ends_on" >= "starts_on")
);
--> statement-breakpoint
SELECT hausbuch.spread('recurring');
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."recurring_amount" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"recurring_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"vat_rate_bp" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_amount_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "recurring_amount_day_key" UNIQUE("portfolio_id","recurring_id","valid_from"),
	CONSTRAINT "recurring_amount_check" CHECK ("amount_cents" between 0 and 100000000000),
	CONSTRAINT "recurring_amount_vat_check" CHECK ("vat_rate_bp" between 0 and 10000)
);
--> statement-breakpoint
SELECT hausbuch.spread('recurring_amount');
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring_amount" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring_amount" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "refund_part_amount_check" CHECK ("amount_cents" <> 0 and ("reverses_refund_part_id" is null) = ("amount_cents" > 0))
);
--> statement-breakpoint
SELECT hausbuch.spread('refund_part');
--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."reminder_rule" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"friendly_days" integer,
	"first_days" integer,
	"second_days" integer,
	"last_days" integer,
	"between_days" integer NOT NULL,
	"least_cents" bigint NOT NULL,
	"pay_within_days" integer NOT NULL,
	"with_interest" boolean NOT NULL,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"by_itself_up_to" text,
	"by_itself_by" uuid,
	"rested_up_to" text,
	"by_itself_ran_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_rule_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "reminder_rule_portfolio_key" UNIQUE("portfolio_id"),
	CONSTRAINT "reminder_rule_days_check" CHECK (coalesce(least("friendly_days", "first_days", "second_days", "last_days"), 0) >= 1),
	CONSTRAINT "reminder_rule_between_check" CHECK ("between_days" > "pay_within_days"),
	CONSTRAINT "reminder_rule_least_check" CHECK ("least_cents" >= 0 and "fee_cents" >= 0),
	CONSTRAINT "reminder_rule_by_itself_check" CHECK ("by_itself_up_to" in ('friendly', 'first', 'second')),
	CONSTRAINT "reminder_rule_rested_check" CHECK ("rested_up_to" in ('friendly', 'first', 'second')),
	CONSTRAINT "reminder_rule_rests_check" CHECK ("by_itself_up_to" is null or "rested_up_to" is null),
	CONSTRAINT "reminder_rule_by_itself_by_check" CHECK ("by_itself_up_to" is null or "by_itself_by" is not null),
	CONSTRAINT "reminder_rule_pay_within_check" CHECK ("pay_within_days" >= 1)
);
--> statement-breakpoint
SELECT hausbuch.spread('reminder_rule');
--> statement-breakpoint
ALTER TABLE "hausbuch"."reminder_rule" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."reminder_rule" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."rent" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"index_month" date,
	"index_milli" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rent_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "rent_day_key" UNIQUE("portfolio_id","lease_id","valid_from"),
	CONSTRAINT "rent_reason_check" CHECK ("reason" in ('initial', 'agreed', 'stepped', 'indexed', 'reference_rent', 'modernisation')),
	CONSTRAINT "rent_index_check" CHECK (("index_month" is null) = ("index_milli" is null) and ("index_milli" is null or "index_milli" > 0))
);
--> statement-breakpoint
SELECT hausbuch.spread('rent');
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "rent_line_component_check" CHECK ("component" in ('net', 'operating_costs', 'heating', 'parking', 'furniture', 'other')),
	CONSTRAINT "rent_line_settlement_check" CHECK ("settlement" in ('advance', 'lump_sum', 'none')),
	CONSTRAINT "rent_line_amount_check" CHECK ("amount_cents" between 0 and 100000000000),
	CONSTRAINT "rent_line_vat_check" CHECK ("vat_rate_bp" between 0 and 10000)
);
--> statement-breakpoint
SELECT hausbuch.spread('rent_line');
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent_line" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent_line" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."seal_key" (
	"name" text PRIMARY KEY NOT NULL,
	"inner_pad" "bytea" NOT NULL,
	"outer_pad" "bytea" NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "seal_key_length_check" CHECK (length("inner_pad") = 64 and length("outer_pad") = 64)
);
--> statement-breakpoint
SELECT hausbuch.spread('seal_key');
--> statement-breakpoint
ALTER TABLE "hausbuch"."seal_key" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."seal_key" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "tenant_kind_check" CHECK ("kind" in ('person', 'company')),
	CONSTRAINT "tenant_salutation_check" CHECK ("salutation" in ('mr', 'ms', 'family', 'none')),
	CONSTRAINT "tenant_letter_language_check" CHECK ("letter_language" ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
	CONSTRAINT "tenant_name_check" CHECK (case "kind" when 'company' then length("company_name") between 1 and 200
        else length("last_name") between 1 and 200 and "company_name" is null end)
);
--> statement-breakpoint
SELECT hausbuch.spread('tenant');
--> statement-breakpoint
ALTER TABLE "hausbuch"."tenant" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."tenant" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."transaction" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"level" text NOT NULL,
	"property_id" uuid,
	"unit_id" uuid,
	"booked_on" date NOT NULL,
	"service_from" date,
	"service_to" date,
	"direction" text NOT NULL,
	"category_id" uuid NOT NULL,
	"title" text NOT NULL,
	"payee" text,
	"amount_cents" bigint NOT NULL,
	"vat_rate_bp" integer DEFAULT 0 NOT NULL,
	"vat_cents" bigint DEFAULT 0 NOT NULL,
	"labour_cents" bigint DEFAULT 0 NOT NULL,
	"bank_account_id" uuid,
	"invoice_on" date,
	"invoice_number" text,
	"recoverable_key" text,
	"split_method" text,
	"note" text,
	"recurring_id" uuid,
	"due_on" date,
	"reverses_transaction_id" uuid,
	"replaces_transaction_id" uuid,
	"booked_by" uuid,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text collate "und-x-icu" GENERATED ALWAYS AS (case when octet_length((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, ''))) = char_length((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, ''))) then lower((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, '')) collate "C") collate "und-x-icu"
    else regexp_replace(normalize(replace(replace(replace(replace(normalize(lower((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, '')) collate "und-x-icu"), NFC), 'ß', 'ss'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), NFD), '[\u0300-\u036f]', '', 'g') || ' ' || regexp_replace(normalize(replace(normalize(lower((title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, '')) collate "und-x-icu"), NFC), 'ß', 'ss'), NFD), '[\u0300-\u036f]', '', 'g') end) STORED NOT NULL,
	CONSTRAINT "transaction_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "transaction_reverses_key" UNIQUE("portfolio_id","reverses_transaction_id"),
	CONSTRAINT "transaction_replaces_key" UNIQUE("portfolio_id","replaces_transaction_id"),
	CONSTRAINT "transaction_level_check" CHECK ("level" in ('unit', 'property', 'portfolio')),
	CONSTRAINT "transaction_direction_check" CHECK ("direction" in ('income', 'expense')),
	CONSTRAINT "transaction_key_check" CHECK ("recoverable_key" in ('area', 'persons', 'units', 'consumption', 'co_ownership', 'direct')),
	CONSTRAINT "transaction_split_check" CHECK ("split_method" in ('area', 'persons', 'share', 'equal', 'manual')),
	CONSTRAINT "transaction_placed_check" CHECK (case "level" when 'unit' then "unit_id" is not null and "property_id" is not null
      when 'property' then "unit_id" is null and "property_id" is not null
      else "unit_id" is null and "property_id" is null end),
	CONSTRAINT "transaction_amount_check" CHECK (("reverses_transaction_id" is null) = ("amount_cents" >= 0) or "amount_cents" = 0),
	CONSTRAINT "transaction_parts_check" CHECK (abs("vat_cents") <= abs("amount_cents") and abs("labour_cents") <= abs("amount_cents")),
	CONSTRAINT "transaction_service_check" CHECK (("service_from" is null) = ("service_to" is null) and ("service_from" is null or "service_to" >= "service_from")),
	CONSTRAINT "transaction_due_check" CHECK (("recurring_id" is null) = ("due_on" is null))
);
--> statement-breakpoint
SELECT hausbuch.spread('transaction');
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE "hausbuch"."transaction_share" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"transaction_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"weight" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "transaction_share_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "transaction_share_key" UNIQUE("portfolio_id","transaction_id","unit_id")
);
--> statement-breakpoint
SELECT hausbuch.spread('transaction_share');
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction_share" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction_share" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "unit_kind_check" CHECK ("kind" in ('apartment', 'house', 'commercial', 'parking', 'storage', 'other')),
	CONSTRAINT "unit_name_check" CHECK (length("name") between 1 and 200),
	CONSTRAINT "unit_figures_check" CHECK (coalesce("rooms10", 0) >= 0 and coalesce("asking_rent_cents", 0) >= 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('unit');
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "unit_period_area_check" CHECK ("area_sqm100" >= 0),
	CONSTRAINT "unit_period_share_check" CHECK (("co_ownership_numerator" is null) = ("co_ownership_denominator" is null)
        and coalesce("co_ownership_numerator", 0) >= 0 and coalesce("co_ownership_denominator", 1) > 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('unit_period');
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
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
	CONSTRAINT "valuation_value_check" CHECK ("value_cents" >= 0)
);
--> statement-breakpoint
SELECT hausbuch.spread('valuation');
--> statement-breakpoint
ALTER TABLE "hausbuch"."valuation" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."valuation" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_charge_line_fkey" FOREIGN KEY ("portfolio_id","charge_id","charge_line_id") REFERENCES "hausbuch"."charge_line"("portfolio_id","root_charge_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."allocation" ADD CONSTRAINT "allocation_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_allocation_id") REFERENCES "hausbuch"."allocation"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association" ADD CONSTRAINT "association_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association" ADD CONSTRAINT "association_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_effort" ADD CONSTRAINT "association_effort_association_fkey" FOREIGN KEY ("portfolio_id","association_id") REFERENCES "hausbuch"."association"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_effort" ADD CONSTRAINT "association_effort_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."association_year" ADD CONSTRAINT "association_year_association_fkey" FOREIGN KEY ("portfolio_id","association_id") REFERENCES "hausbuch"."association"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."audit_event" ADD CONSTRAINT "audit_event_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_account" ADD CONSTRAINT "bank_account_landlord_fkey" FOREIGN KEY ("portfolio_id","landlord_id") REFERENCES "hausbuch"."landlord"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_import" ADD CONSTRAINT "bank_import_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_line" ADD CONSTRAINT "bank_line_statement_fkey" FOREIGN KEY ("portfolio_id","statement_id") REFERENCES "hausbuch"."bank_statement"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_line" ADD CONSTRAINT "bank_line_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_mapping" ADD CONSTRAINT "bank_mapping_import_fkey" FOREIGN KEY ("portfolio_id","import_id") REFERENCES "hausbuch"."bank_import"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_match" ADD CONSTRAINT "bank_match_line_fkey" FOREIGN KEY ("portfolio_id","line_id") REFERENCES "hausbuch"."bank_line"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_match" ADD CONSTRAINT "bank_match_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_match" ADD CONSTRAINT "bank_match_transaction_fkey" FOREIGN KEY ("portfolio_id","transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_match" ADD CONSTRAINT "bank_match_movement_fkey" FOREIGN KEY ("portfolio_id","movement_id") REFERENCES "hausbuch"."deposit_movement"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_rule" ADD CONSTRAINT "bank_rule_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_rule" ADD CONSTRAINT "bank_rule_category_fkey" FOREIGN KEY ("portfolio_id","category_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_rule" ADD CONSTRAINT "bank_rule_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_rule" ADD CONSTRAINT "bank_rule_learned_from_line_fkey" FOREIGN KEY ("portfolio_id","learned_from_line_id") REFERENCES "hausbuch"."bank_line"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_statement" ADD CONSTRAINT "bank_statement_import_fkey" FOREIGN KEY ("portfolio_id","import_id") REFERENCES "hausbuch"."bank_import"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."bank_statement" ADD CONSTRAINT "bank_statement_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."category" ADD CONSTRAINT "category_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."category" ADD CONSTRAINT "category_parent_fkey" FOREIGN KEY ("portfolio_id","parent_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_corrects_fkey" FOREIGN KEY ("portfolio_id","corrects_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_reverts_fkey" FOREIGN KEY ("portfolio_id","reverts_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_carried_from_fkey" FOREIGN KEY ("portfolio_id","carried_from_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge" ADD CONSTRAINT "charge_returned_payment_fkey" FOREIGN KEY ("portfolio_id","returned_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ADD CONSTRAINT "charge_line_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ADD CONSTRAINT "charge_line_root_fkey" FOREIGN KEY ("portfolio_id","root_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ADD CONSTRAINT "charge_line_corrects_fkey" FOREIGN KEY ("portfolio_id","root_charge_id","corrects_line_id") REFERENCES "hausbuch"."charge_line"("portfolio_id","root_charge_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."charge_line" ADD CONSTRAINT "charge_line_debt_fkey" FOREIGN KEY ("portfolio_id","debt_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection" ADD CONSTRAINT "collection_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection" ADD CONSTRAINT "collection_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection_item" ADD CONSTRAINT "collection_item_collection_fkey" FOREIGN KEY ("portfolio_id","collection_id") REFERENCES "hausbuch"."collection"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection_item" ADD CONSTRAINT "collection_item_mandate_fkey" FOREIGN KEY ("portfolio_id","mandate_id") REFERENCES "hausbuch"."mandate"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection_item" ADD CONSTRAINT "collection_item_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."collection_item" ADD CONSTRAINT "collection_item_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_agreement" ADD CONSTRAINT "cost_agreement_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_agreement" ADD CONSTRAINT "cost_agreement_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_sharing" ADD CONSTRAINT "cost_sharing_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement" ADD CONSTRAINT "cost_statement_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement_lease" ADD CONSTRAINT "cost_statement_lease_statement_fkey" FOREIGN KEY ("portfolio_id","statement_id") REFERENCES "hausbuch"."cost_statement"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."cost_statement_lease" ADD CONSTRAINT "cost_statement_lease_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" ADD CONSTRAINT "credit_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."credit" ADD CONSTRAINT "credit_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit" ADD CONSTRAINT "deposit_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_deposit_fkey" FOREIGN KEY ("portfolio_id","deposit_id") REFERENCES "hausbuch"."deposit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_movement_id") REFERENCES "hausbuch"."deposit_movement"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document" ADD CONSTRAINT "document_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_transaction_fkey" FOREIGN KEY ("portfolio_id","transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_version" ADD CONSTRAINT "document_version_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" ADD CONSTRAINT "handover_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" ADD CONSTRAINT "handover_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_defect" ADD CONSTRAINT "handover_defect_room_fkey" FOREIGN KEY ("portfolio_id","room_id") REFERENCES "hausbuch"."handover_room"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_key" ADD CONSTRAINT "handover_key_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_room" ADD CONSTRAINT "handover_room_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."heating_plant" ADD CONSTRAINT "heating_plant_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."heating_year" ADD CONSTRAINT "heating_year_plant_fkey" FOREIGN KEY ("portfolio_id","plant_id") REFERENCES "hausbuch"."heating_plant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."household" ADD CONSTRAINT "household_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."index_clause" ADD CONSTRAINT "index_clause_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."landlord" ADD CONSTRAINT "landlord_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease" ADD CONSTRAINT "lease_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" ADD CONSTRAINT "lease_tenant_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_tenant" ADD CONSTRAINT "lease_tenant_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" ADD CONSTRAINT "lease_unit_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."lease_unit" ADD CONSTRAINT "lease_unit_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."legal_figure" ADD CONSTRAINT "legal_figure_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_interest_charge_fkey" FOREIGN KEY ("portfolio_id","interest_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_fee_charge_fkey" FOREIGN KEY ("portfolio_id","fee_charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_statement_lease_fkey" FOREIGN KEY ("portfolio_id","statement_lease_id") REFERENCES "hausbuch"."cost_statement_lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_collection_item_fkey" FOREIGN KEY ("portfolio_id","collection_item_id") REFERENCES "hausbuch"."collection_item"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter" ADD CONSTRAINT "letter_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_enclosure" ADD CONSTRAINT "letter_enclosure_letter_fkey" FOREIGN KEY ("portfolio_id","letter_id") REFERENCES "hausbuch"."letter"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_enclosure" ADD CONSTRAINT "letter_enclosure_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_item" ADD CONSTRAINT "letter_item_letter_fkey" FOREIGN KEY ("portfolio_id","letter_id") REFERENCES "hausbuch"."letter"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_item" ADD CONSTRAINT "letter_item_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_mail" ADD CONSTRAINT "letter_mail_letter_fkey" FOREIGN KEY ("portfolio_id","letter_id") REFERENCES "hausbuch"."letter"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_mail" ADD CONSTRAINT "letter_mail_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_template" ADD CONSTRAINT "letter_template_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_tenant" ADD CONSTRAINT "letter_tenant_letter_fkey" FOREIGN KEY ("portfolio_id","letter_id") REFERENCES "hausbuch"."letter"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."letter_tenant" ADD CONSTRAINT "letter_tenant_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."mandate" ADD CONSTRAINT "mandate_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD CONSTRAINT "member_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" ADD CONSTRAINT "meter_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" ADD CONSTRAINT "meter_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" ADD CONSTRAINT "meter_reading_meter_fkey" FOREIGN KEY ("portfolio_id","meter_id") REFERENCES "hausbuch"."meter"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" ADD CONSTRAINT "meter_reading_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."objection" ADD CONSTRAINT "objection_statement_lease_fkey" FOREIGN KEY ("portfolio_id","statement_lease_id") REFERENCES "hausbuch"."cost_statement_lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" ADD CONSTRAINT "open_item_charge_fkey" FOREIGN KEY ("portfolio_id","charge_id") REFERENCES "hausbuch"."charge"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."open_item" ADD CONSTRAINT "open_item_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_payer_tenant_fkey" FOREIGN KEY ("portfolio_id","payer_tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payment" ADD CONSTRAINT "payment_replaces_fkey" FOREIGN KEY ("portfolio_id","replaces_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout" ADD CONSTRAINT "payout_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout" ADD CONSTRAINT "payout_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" ADD CONSTRAINT "payout_item_payout_fkey" FOREIGN KEY ("portfolio_id","payout_id") REFERENCES "hausbuch"."payout"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" ADD CONSTRAINT "payout_item_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" ADD CONSTRAINT "payout_item_deposit_fkey" FOREIGN KEY ("portfolio_id","deposit_id") REFERENCES "hausbuch"."deposit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" ADD CONSTRAINT "payout_item_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."payout_item" ADD CONSTRAINT "payout_item_movement_fkey" FOREIGN KEY ("portfolio_id","movement_id") REFERENCES "hausbuch"."deposit_movement"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."property" ADD CONSTRAINT "property_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" ADD CONSTRAINT "property_owner_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."property_owner" ADD CONSTRAINT "property_owner_landlord_fkey" FOREIGN KEY ("portfolio_id","landlord_id") REFERENCES "hausbuch"."landlord"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room" ADD CONSTRAINT "receipt_room_statement_lease_fkey" FOREIGN KEY ("portfolio_id","statement_lease_id") REFERENCES "hausbuch"."cost_statement_lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room" ADD CONSTRAINT "receipt_room_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_event" ADD CONSTRAINT "receipt_room_event_room_fkey" FOREIGN KEY ("portfolio_id","room_id") REFERENCES "hausbuch"."receipt_room"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_paper" ADD CONSTRAINT "receipt_room_paper_room_fkey" FOREIGN KEY ("portfolio_id","room_id") REFERENCES "hausbuch"."receipt_room"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_paper" ADD CONSTRAINT "receipt_room_paper_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."receipt_room_paper" ADD CONSTRAINT "receipt_room_paper_shown_fkey" FOREIGN KEY ("portfolio_id","shown_document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_category_fkey" FOREIGN KEY ("portfolio_id","category_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring_amount" ADD CONSTRAINT "recurring_amount_recurring_fkey" FOREIGN KEY ("portfolio_id","recurring_id") REFERENCES "hausbuch"."recurring"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ADD CONSTRAINT "refund_part_refund_fkey" FOREIGN KEY ("portfolio_id","refund_payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ADD CONSTRAINT "refund_part_payment_fkey" FOREIGN KEY ("portfolio_id","payment_id") REFERENCES "hausbuch"."payment"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."refund_part" ADD CONSTRAINT "refund_part_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_refund_part_id") REFERENCES "hausbuch"."refund_part"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."reminder_rule" ADD CONSTRAINT "reminder_rule_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent" ADD CONSTRAINT "rent_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."rent_line" ADD CONSTRAINT "rent_line_rent_fkey" FOREIGN KEY ("portfolio_id","rent_id") REFERENCES "hausbuch"."rent"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."tenant" ADD CONSTRAINT "tenant_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_category_fkey" FOREIGN KEY ("portfolio_id","category_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_recurring_fkey" FOREIGN KEY ("portfolio_id","recurring_id") REFERENCES "hausbuch"."recurring"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_replaces_fkey" FOREIGN KEY ("portfolio_id","replaces_transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction_share" ADD CONSTRAINT "transaction_share_transaction_fkey" FOREIGN KEY ("portfolio_id","transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction_share" ADD CONSTRAINT "transaction_share_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit" ADD CONSTRAINT "unit_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."unit_period" ADD CONSTRAINT "unit_period_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hausbuch"."valuation" ADD CONSTRAINT "valuation_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "account_event_at_idx" ON "hausbuch"."account_event" USING btree ("at");
--> statement-breakpoint
CREATE UNIQUE INDEX "account_event_sign_in_key" ON "hausbuch"."account_event" USING btree ("user_id","session_id") WHERE "kind" = 'sign_in';
--> statement-breakpoint
CREATE INDEX "allocation_payment_idx" ON "hausbuch"."allocation" USING btree ("portfolio_id","payment_id");
--> statement-breakpoint
CREATE INDEX "allocation_charge_line_idx" ON "hausbuch"."allocation" USING btree ("portfolio_id","charge_id","charge_line_id");
--> statement-breakpoint
CREATE INDEX "allocation_reverses_idx" ON "hausbuch"."allocation" USING btree ("portfolio_id","reverses_allocation_id");
--> statement-breakpoint
CREATE INDEX "association_property_idx" ON "hausbuch"."association" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "association_unit_idx" ON "hausbuch"."association" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "association_effort_association_idx" ON "hausbuch"."association_effort" USING btree ("portfolio_id","association_id","period_to");
--> statement-breakpoint
CREATE INDEX "association_effort_document_idx" ON "hausbuch"."association_effort" USING btree ("portfolio_id","document_id");
--> statement-breakpoint
CREATE INDEX "association_year_association_idx" ON "hausbuch"."association_year" USING btree ("portfolio_id","association_id");
--> statement-breakpoint
CREATE INDEX "audit_event_entity_idx" ON "hausbuch"."audit_event" USING btree ("portfolio_id","entity","entity_id","id");
--> statement-breakpoint
CREATE INDEX "audit_event_at_idx" ON "hausbuch"."audit_event" USING btree ("portfolio_id","at");
--> statement-breakpoint
CREATE INDEX "bank_account_landlord_idx" ON "hausbuch"."bank_account" USING btree ("portfolio_id","landlord_id");
--> statement-breakpoint
CREATE INDEX "bank_line_statement_idx" ON "hausbuch"."bank_line" USING btree ("portfolio_id","statement_id");
--> statement-breakpoint
CREATE INDEX "bank_line_bank_account_idx" ON "hausbuch"."bank_line" USING btree ("portfolio_id","bank_account_id","booked_on");
--> statement-breakpoint
CREATE INDEX "bank_line_waiting_idx" ON "hausbuch"."bank_line" USING btree ("portfolio_id","booked_on","id") WHERE "state" = 'waiting';
--> statement-breakpoint
CREATE INDEX "bank_line_decided_idx" ON "hausbuch"."bank_line" USING btree ("portfolio_id","decided_at","id") WHERE "state" <> 'waiting';
--> statement-breakpoint
CREATE INDEX "bank_mapping_import_idx" ON "hausbuch"."bank_mapping" USING btree ("portfolio_id","import_id");
--> statement-breakpoint
CREATE INDEX "bank_match_line_idx" ON "hausbuch"."bank_match" USING btree ("portfolio_id","line_id");
--> statement-breakpoint
CREATE INDEX "bank_match_payment_idx" ON "hausbuch"."bank_match" USING btree ("portfolio_id","payment_id");
--> statement-breakpoint
CREATE INDEX "bank_match_transaction_idx" ON "hausbuch"."bank_match" USING btree ("portfolio_id","transaction_id");
--> statement-breakpoint
CREATE INDEX "bank_match_movement_idx" ON "hausbuch"."bank_match" USING btree ("portfolio_id","movement_id");
--> statement-breakpoint
CREATE INDEX "bank_rule_lease_idx" ON "hausbuch"."bank_rule" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "bank_rule_category_idx" ON "hausbuch"."bank_rule" USING btree ("portfolio_id","category_id");
--> statement-breakpoint
CREATE INDEX "bank_rule_property_idx" ON "hausbuch"."bank_rule" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "bank_rule_learned_from_line_idx" ON "hausbuch"."bank_rule" USING btree ("portfolio_id","learned_from_line_id");
--> statement-breakpoint
CREATE INDEX "bank_statement_import_idx" ON "hausbuch"."bank_statement" USING btree ("portfolio_id","import_id");
--> statement-breakpoint
CREATE INDEX "bank_statement_bank_account_idx" ON "hausbuch"."bank_statement" USING btree ("portfolio_id","bank_account_id");
--> statement-breakpoint
CREATE INDEX "category_parent_idx" ON "hausbuch"."category" USING btree ("portfolio_id","parent_id");
--> statement-breakpoint
CREATE INDEX "charge_lease_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","lease_id","due_on","kind","period_from","total_cents");
--> statement-breakpoint
CREATE INDEX "charge_corrects_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","corrects_charge_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "charge_reverts_key" ON "hausbuch"."charge" USING btree ("portfolio_id","reverts_charge_id") WHERE reverts_charge_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "charge_carried_from_key" ON "hausbuch"."charge" USING btree ("portfolio_id","carried_from_charge_id","transfer_id") WHERE carried_from_charge_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "charge_returned_payment_key" ON "hausbuch"."charge" USING btree ("portfolio_id","returned_payment_id") WHERE returned_payment_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "charge_period_key" ON "hausbuch"."charge" USING btree ("portfolio_id","lease_id","kind","period_from") WHERE corrects_charge_id is null;
--> statement-breakpoint
CREATE INDEX "charge_transfer_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","transfer_id") WHERE transfer_id is not null;
--> statement-breakpoint
CREATE INDEX "charge_due_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","due_on","kind","period_from","total_cents");
--> statement-breakpoint
CREATE INDEX "charge_deposit_idx" ON "hausbuch"."charge" USING btree ("portfolio_id","id") WHERE kind in ('deposit');
--> statement-breakpoint
CREATE INDEX "charge_line_corrects_idx" ON "hausbuch"."charge_line" USING btree ("portfolio_id","root_charge_id","corrects_line_id");
--> statement-breakpoint
CREATE INDEX "charge_line_debt_idx" ON "hausbuch"."charge_line" USING btree ("portfolio_id","debt_charge_id");
--> statement-breakpoint
CREATE INDEX "collection_bank_account_idx" ON "hausbuch"."collection" USING btree ("portfolio_id","bank_account_id","collect_on");
--> statement-breakpoint
CREATE INDEX "collection_item_collection_idx" ON "hausbuch"."collection_item" USING btree ("portfolio_id","collection_id");
--> statement-breakpoint
CREATE INDEX "collection_item_mandate_idx" ON "hausbuch"."collection_item" USING btree ("portfolio_id","mandate_id");
--> statement-breakpoint
CREATE INDEX "collection_item_lease_idx" ON "hausbuch"."collection_item" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "collection_item_payment_idx" ON "hausbuch"."collection_item" USING btree ("portfolio_id","payment_id");
--> statement-breakpoint
CREATE INDEX "cost_agreement_property_idx" ON "hausbuch"."cost_agreement" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "cost_agreement_lease_idx" ON "hausbuch"."cost_agreement" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "cost_sharing_property_idx" ON "hausbuch"."cost_sharing" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "cost_statement_property_idx" ON "hausbuch"."cost_statement" USING btree ("portfolio_id","property_id","period_from");
--> statement-breakpoint
CREATE INDEX "cost_statement_lease_statement_idx" ON "hausbuch"."cost_statement_lease" USING btree ("portfolio_id","statement_id");
--> statement-breakpoint
CREATE INDEX "cost_statement_lease_lease_idx" ON "hausbuch"."cost_statement_lease" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "credit_lease_idx" ON "hausbuch"."credit" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "credit_open_idx" ON "hausbuch"."credit" USING btree ("portfolio_id","lease_id") WHERE open_cents > 0;
--> statement-breakpoint
CREATE INDEX "deposit_lease_idx" ON "hausbuch"."deposit" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "deposit_movement_deposit_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","deposit_id");
--> statement-breakpoint
CREATE INDEX "deposit_movement_payment_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","payment_id");
--> statement-breakpoint
CREATE INDEX "deposit_movement_transfer_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","transfer_id") WHERE transfer_id is not null;
--> statement-breakpoint
CREATE INDEX "deposit_movement_booked_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","booked_on");
--> statement-breakpoint
CREATE INDEX "document_created_idx" ON "hausbuch"."document" USING btree ("portfolio_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "document_valid_until_idx" ON "hausbuch"."document" USING btree ("portfolio_id","valid_until");
--> statement-breakpoint
CREATE INDEX "document_deleted_idx" ON "hausbuch"."document" USING btree ("portfolio_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "document_link_document_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","document_id");
--> statement-breakpoint
CREATE INDEX "document_link_property_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "document_link_unit_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "document_link_tenant_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "document_link_lease_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "document_link_transaction_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","transaction_id");
--> statement-breakpoint
CREATE INDEX "document_link_handover_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","handover_id");
--> statement-breakpoint
CREATE INDEX "document_version_document_idx" ON "hausbuch"."document_version" USING btree ("portfolio_id","document_id");
--> statement-breakpoint
CREATE INDEX "document_version_state_idx" ON "hausbuch"."document_version" USING btree ("portfolio_id","state") WHERE state in ('uploading', 'checked');
--> statement-breakpoint
CREATE INDEX "document_version_sha_idx" ON "hausbuch"."document_version" USING btree ("portfolio_id","sha256");
--> statement-breakpoint
CREATE INDEX "file_removal_open_idx" ON "hausbuch"."file_removal" USING btree ("portfolio_id","created_at") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "handover_lease_idx" ON "hausbuch"."handover" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "handover_unit_idx" ON "hausbuch"."handover" USING btree ("portfolio_id","unit_id","held_on");
--> statement-breakpoint
CREATE INDEX "handover_defect_room_idx" ON "hausbuch"."handover_defect" USING btree ("portfolio_id","room_id");
--> statement-breakpoint
CREATE INDEX "handover_key_handover_idx" ON "hausbuch"."handover_key" USING btree ("portfolio_id","handover_id");
--> statement-breakpoint
CREATE INDEX "handover_room_handover_idx" ON "hausbuch"."handover_room" USING btree ("portfolio_id","handover_id");
--> statement-breakpoint
CREATE INDEX "heating_plant_property_idx" ON "hausbuch"."heating_plant" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "heating_year_plant_idx" ON "hausbuch"."heating_year" USING btree ("portfolio_id","plant_id");
--> statement-breakpoint
CREATE INDEX "household_lease_idx" ON "hausbuch"."household" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "index_clause_lease_idx" ON "hausbuch"."index_clause" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "lease_posting_idx" ON "hausbuch"."lease" USING btree ("portfolio_id","posted_through");
--> statement-breakpoint
CREATE INDEX "lease_ends_on_idx" ON "hausbuch"."lease" USING btree ("portfolio_id","ends_on");
--> statement-breakpoint
CREATE INDEX "lease_starts_on_idx" ON "hausbuch"."lease" USING btree ("portfolio_id","starts_on") WHERE voided_at is null;
--> statement-breakpoint
CREATE INDEX "lease_tenant_lease_idx" ON "hausbuch"."lease_tenant" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "lease_tenant_tenant_idx" ON "hausbuch"."lease_tenant" USING btree ("portfolio_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "lease_unit_lease_idx" ON "hausbuch"."lease_unit" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "lease_unit_unit_idx" ON "hausbuch"."lease_unit" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "lease_unit_held_idx" ON "hausbuch"."lease_unit" USING btree ("portfolio_id","to_on","from_on","unit_id") WHERE not is_voided;
--> statement-breakpoint
CREATE INDEX "letter_lease_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","lease_id","written_on");
--> statement-breakpoint
CREATE INDEX "letter_interest_charge_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","interest_charge_id");
--> statement-breakpoint
CREATE INDEX "letter_fee_charge_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","fee_charge_id");
--> statement-breakpoint
CREATE INDEX "letter_statement_lease_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","statement_lease_id");
--> statement-breakpoint
CREATE INDEX "letter_collection_item_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","collection_item_id");
--> statement-breakpoint
CREATE INDEX "letter_document_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","document_id");
--> statement-breakpoint
CREATE INDEX "letter_by_itself_idx" ON "hausbuch"."letter" USING btree ("portfolio_id","written_on","id") WHERE "is_by_itself";
--> statement-breakpoint
CREATE UNIQUE INDEX "letter_statement_lease_key" ON "hausbuch"."letter" USING btree ("portfolio_id","statement_lease_id") WHERE state <> 'taken_back';
--> statement-breakpoint
CREATE UNIQUE INDEX "letter_collection_item_key" ON "hausbuch"."letter" USING btree ("portfolio_id","collection_item_id") WHERE state <> 'taken_back';
--> statement-breakpoint
CREATE INDEX "letter_enclosure_letter_idx" ON "hausbuch"."letter_enclosure" USING btree ("portfolio_id","letter_id");
--> statement-breakpoint
CREATE INDEX "letter_enclosure_document_idx" ON "hausbuch"."letter_enclosure" USING btree ("portfolio_id","document_id");
--> statement-breakpoint
CREATE INDEX "letter_item_letter_idx" ON "hausbuch"."letter_item" USING btree ("portfolio_id","letter_id");
--> statement-breakpoint
CREATE INDEX "letter_item_charge_idx" ON "hausbuch"."letter_item" USING btree ("portfolio_id","charge_id");
--> statement-breakpoint
CREATE INDEX "letter_mail_letter_idx" ON "hausbuch"."letter_mail" USING btree ("portfolio_id","letter_id");
--> statement-breakpoint
CREATE INDEX "letter_mail_tenant_idx" ON "hausbuch"."letter_mail" USING btree ("portfolio_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "letter_mail_due_idx" ON "hausbuch"."letter_mail" USING btree ("portfolio_id","next_try_at") WHERE state in ('waiting', 'sending');
--> statement-breakpoint
CREATE INDEX "letter_template_name_idx" ON "hausbuch"."letter_template" USING btree ("portfolio_id","name");
--> statement-breakpoint
CREATE UNIQUE INDEX "letter_template_reminder_key" ON "hausbuch"."letter_template" USING btree ("portfolio_id","kind","language") WHERE kind in ('reminder_friendly', 'reminder_first', 'reminder_second', 'reminder_last');
--> statement-breakpoint
CREATE INDEX "letter_tenant_letter_idx" ON "hausbuch"."letter_tenant" USING btree ("portfolio_id","letter_id");
--> statement-breakpoint
CREATE INDEX "letter_tenant_tenant_idx" ON "hausbuch"."letter_tenant" USING btree ("portfolio_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "mail_sent_at_idx" ON "hausbuch"."mail_sent" USING btree ("sent_at");
--> statement-breakpoint
CREATE INDEX "mandate_lease_idx" ON "hausbuch"."mandate" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "member_user_idx" ON "hausbuch"."member" USING btree ("user_id","portfolio_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "member_invited_email_key" ON "hausbuch"."member" USING btree ("portfolio_id","invited_email") WHERE "user_id" is null;
--> statement-breakpoint
CREATE INDEX "meter_property_idx" ON "hausbuch"."meter" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "meter_unit_idx" ON "hausbuch"."meter" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "meter_reading_meter_idx" ON "hausbuch"."meter_reading" USING btree ("portfolio_id","meter_id","read_on");
--> statement-breakpoint
CREATE INDEX "meter_reading_handover_idx" ON "hausbuch"."meter_reading" USING btree ("portfolio_id","handover_id");
--> statement-breakpoint
CREATE INDEX "objection_statement_lease_idx" ON "hausbuch"."objection" USING btree ("portfolio_id","statement_lease_id");
--> statement-breakpoint
CREATE INDEX "open_item_lease_idx" ON "hausbuch"."open_item" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "open_item_open_idx" ON "hausbuch"."open_item" USING btree ("portfolio_id","lease_id","due_on") WHERE open_cents > 0;
--> statement-breakpoint
CREATE INDEX "open_item_due_idx" ON "hausbuch"."open_item" USING btree ("portfolio_id","due_on") WHERE open_cents > 0;
--> statement-breakpoint
CREATE INDEX "open_item_carried_idx" ON "hausbuch"."open_item" USING btree ("portfolio_id","owed_since") WHERE open_cents > 0 and owed_since < due_on;
--> statement-breakpoint
CREATE INDEX "payment_lease_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","lease_id","paid_on","method","direction","amount_cents");
--> statement-breakpoint
CREATE INDEX "payment_payer_tenant_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","payer_tenant_id");
--> statement-breakpoint
CREATE INDEX "payment_bank_account_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","bank_account_id");
--> statement-breakpoint
CREATE INDEX "payment_paid_on_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","paid_on","method","direction","amount_cents");
--> statement-breakpoint
CREATE INDEX "payment_transfer_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","transfer_id");
--> statement-breakpoint
CREATE INDEX "payment_paper_idx" ON "hausbuch"."payment" USING btree ("portfolio_id","id") WHERE method in ('opening_credit', 'statement_credit', 'account_transfer');
--> statement-breakpoint
CREATE INDEX "payout_bank_account_idx" ON "hausbuch"."payout" USING btree ("portfolio_id","bank_account_id","execute_on");
--> statement-breakpoint
CREATE INDEX "payout_item_payout_idx" ON "hausbuch"."payout_item" USING btree ("portfolio_id","payout_id");
--> statement-breakpoint
CREATE INDEX "payout_item_lease_idx" ON "hausbuch"."payout_item" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "payout_item_deposit_idx" ON "hausbuch"."payout_item" USING btree ("portfolio_id","deposit_id");
--> statement-breakpoint
CREATE INDEX "payout_item_payment_idx" ON "hausbuch"."payout_item" USING btree ("portfolio_id","payment_id");
--> statement-breakpoint
CREATE INDEX "payout_item_movement_idx" ON "hausbuch"."payout_item" USING btree ("portfolio_id","movement_id");
--> statement-breakpoint
CREATE INDEX "property_name_idx" ON "hausbuch"."property" USING btree ("portfolio_id","sort_name","id");
--> statement-breakpoint
CREATE INDEX "property_owner_property_idx" ON "hausbuch"."property_owner" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "property_owner_landlord_idx" ON "hausbuch"."property_owner" USING btree ("portfolio_id","landlord_id");
--> statement-breakpoint
CREATE INDEX "receipt_room_statement_lease_idx" ON "hausbuch"."receipt_room" USING btree ("portfolio_id","statement_lease_id");
--> statement-breakpoint
CREATE INDEX "receipt_room_tenant_idx" ON "hausbuch"."receipt_room" USING btree ("portfolio_id","tenant_id");
--> statement-breakpoint
CREATE INDEX "receipt_room_event_room_idx" ON "hausbuch"."receipt_room_event" USING btree ("portfolio_id","room_id","at");
--> statement-breakpoint
CREATE INDEX "receipt_room_event_visit_idx" ON "hausbuch"."receipt_room_event" USING btree ("portfolio_id","visit_hash");
--> statement-breakpoint
CREATE INDEX "receipt_room_paper_room_idx" ON "hausbuch"."receipt_room_paper" USING btree ("portfolio_id","room_id");
--> statement-breakpoint
CREATE INDEX "receipt_room_paper_document_idx" ON "hausbuch"."receipt_room_paper" USING btree ("portfolio_id","document_id");
--> statement-breakpoint
CREATE INDEX "receipt_room_paper_shown_idx" ON "hausbuch"."receipt_room_paper" USING btree ("portfolio_id","shown_document_id");
--> statement-breakpoint
CREATE INDEX "recurring_property_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "recurring_unit_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "recurring_category_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","category_id");
--> statement-breakpoint
CREATE INDEX "recurring_bank_account_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","bank_account_id");
--> statement-breakpoint
CREATE INDEX "recurring_posting_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","posted_through");
--> statement-breakpoint
CREATE INDEX "recurring_amount_recurring_idx" ON "hausbuch"."recurring_amount" USING btree ("portfolio_id","recurring_id");
--> statement-breakpoint
CREATE INDEX "refund_part_refund_idx" ON "hausbuch"."refund_part" USING btree ("portfolio_id","refund_payment_id");
--> statement-breakpoint
CREATE INDEX "refund_part_payment_idx" ON "hausbuch"."refund_part" USING btree ("portfolio_id","payment_id");
--> statement-breakpoint
CREATE INDEX "rent_lease_idx" ON "hausbuch"."rent" USING btree ("portfolio_id","lease_id");
--> statement-breakpoint
CREATE INDEX "rent_line_rent_idx" ON "hausbuch"."rent_line" USING btree ("portfolio_id","rent_id");
--> statement-breakpoint
CREATE INDEX "tenant_name_idx" ON "hausbuch"."tenant" USING btree ("portfolio_id","sort_name","id");
--> statement-breakpoint
CREATE INDEX "transaction_property_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","property_id","booked_on","direction","category_id","recoverable_key","amount_cents");
--> statement-breakpoint
CREATE INDEX "transaction_unit_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","unit_id","booked_on","direction","category_id","recoverable_key","amount_cents");
--> statement-breakpoint
CREATE INDEX "transaction_category_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","category_id");
--> statement-breakpoint
CREATE INDEX "transaction_bank_account_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","bank_account_id");
--> statement-breakpoint
CREATE INDEX "transaction_recurring_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","recurring_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_due_key" ON "hausbuch"."transaction" USING btree ("portfolio_id","recurring_id","due_on") WHERE reverses_transaction_id is null and replaces_transaction_id is null;
--> statement-breakpoint
CREATE INDEX "transaction_booked_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","booked_on","id");
--> statement-breakpoint
CREATE INDEX "transaction_sum_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","booked_on","direction","category_id","recoverable_key","amount_cents","property_id");
--> statement-breakpoint
CREATE INDEX "transaction_split_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","property_id","booked_on","direction","category_id","id") WHERE split_method is not null;
--> statement-breakpoint
CREATE INDEX "transaction_share_transaction_idx" ON "hausbuch"."transaction_share" USING btree ("portfolio_id","transaction_id");
--> statement-breakpoint
CREATE INDEX "transaction_share_unit_idx" ON "hausbuch"."transaction_share" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "unit_property_idx" ON "hausbuch"."unit" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE INDEX "unit_period_unit_idx" ON "hausbuch"."unit_period" USING btree ("portfolio_id","unit_id");
--> statement-breakpoint
CREATE INDEX "valuation_property_idx" ON "hausbuch"."valuation" USING btree ("portfolio_id","property_id");
--> statement-breakpoint
CREATE POLICY "account_event_own" ON "hausbuch"."account_event" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("user_id" = hausbuch.entered('user')::uuid) WITH CHECK ("user_id" = hausbuch.entered('user')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."allocation" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."association" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."association_effort" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."association_year" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."audit_event" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_account" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_import" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_line" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_mapping" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_match" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_rule" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."bank_statement" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "base_rate_read" ON "hausbuch"."base_rate" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING (true);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."category" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."charge" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."charge_line" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."collection" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."collection_item" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "consumer_price_index_read" ON "hausbuch"."consumer_price_index" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING (true);
--> statement-breakpoint
CREATE POLICY "contact_message_write" ON "hausbuch"."contact_message" AS PERMISSIVE FOR INSERT TO "hausbuch_app", "hausbuch_erase" WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."cost_agreement" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."cost_sharing" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."cost_statement" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."cost_statement_lease" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."credit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."deposit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."deposit_movement" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."document" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."document_link" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."document_version" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "erasure_own" ON "hausbuch"."erasure" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING ("user_id" = hausbuch.entered('user')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."file_removal" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover_defect" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover_key" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover_room" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."heating_plant" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."heating_year" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."household" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."index_clause" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."landlord" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."lease" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."lease_tenant" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."lease_unit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."legal_figure" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."letter" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."letter_enclosure" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."letter_item" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."letter_mail" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."letter_template" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."letter_tenant" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "mail_sent_nobody" ON "hausbuch"."mail_sent" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING (false) WITH CHECK (false);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."mandate" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "member_isolation" ON "hausbuch"."member" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid or "user_id" = hausbuch.entered('user')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."meter" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."meter_reading" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."objection" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."open_item" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."payment" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."payout" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."payout_item" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."portfolio" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "profile_isolation" ON "hausbuch"."profile" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("user_id" = hausbuch.entered('user')::uuid) WITH CHECK ("user_id" = hausbuch.entered('user')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."property" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."property_owner" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."receipt_room" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."receipt_room_event" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."receipt_room_paper" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "recovery_attempt_own" ON "hausbuch"."recovery_attempt" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("user_id" = hausbuch.entered('user')::uuid) WITH CHECK ("user_id" = hausbuch.entered('user')::uuid);
--> statement-breakpoint
CREATE POLICY "recovery_code_own" ON "hausbuch"."recovery_code" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("user_id" = hausbuch.entered('user')::uuid) WITH CHECK ("user_id" = hausbuch.entered('user')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."recurring" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."recurring_amount" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."refund_part" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."reminder_rule" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."rent" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."rent_line" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "seal_key_nobody" ON "hausbuch"."seal_key" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING (false) WITH CHECK (false);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."tenant" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."transaction" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."transaction_share" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."unit" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."unit_period" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."valuation" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("portfolio_id" = hausbuch.entered('portfolio')::uuid) WITH CHECK ("portfolio_id" = hausbuch.entered('portfolio')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.account_event TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.allocation TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.allocation TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.association TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.association TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.association_effort TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.association_effort TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (document_id) ON hausbuch.association_effort TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.association_year TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.association_year TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.audit_event TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.audit_event TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.bank_account TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_account TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.bank_import TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_import TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.bank_line TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (state, decided_at, version, name, on_behalf_of, account, text, given_references, raw, forgotten_at) ON hausbuch.bank_line TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_line TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (state, decided_at, version, name, on_behalf_of, account, text, given_references, raw, forgotten_at) ON hausbuch.bank_line TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.bank_mapping TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (import_id, columns, decimal, day_order, learned_by, learned_at) ON hausbuch.bank_mapping TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_mapping TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.bank_match TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (transaction_id, movement_id) ON hausbuch.bank_match TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_match TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.bank_rule TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (learned_at, learned_by, learned_from_line_id, removed_at) ON hausbuch.bank_rule TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_rule TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.bank_statement TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.bank_statement TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT ON hausbuch.base_rate TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT ON hausbuch.base_rate TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.category TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.category TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.charge TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.charge TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (carried_from_charge_id) ON hausbuch.charge TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.charge_line TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.charge_line TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.collection TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (cancelled_at) ON hausbuch.collection TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.collection TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.collection_item TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (payment_id, cancelled_at) ON hausbuch.collection_item TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.collection_item TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT ON hausbuch.consumer_price_index TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT ON hausbuch.consumer_price_index TO hausbuch_erase;
--> statement-breakpoint
GRANT INSERT ON hausbuch.contact_message TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.cost_agreement TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.cost_agreement TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.cost_sharing TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.cost_sharing TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (costs, version, updated_at) ON hausbuch.cost_sharing TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.cost_statement TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.cost_statement TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.cost_statement_lease TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.cost_statement_lease TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (letter) ON hausbuch.cost_statement_lease TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON hausbuch.credit TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.credit TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.deposit TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.deposit TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.deposit_movement TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.deposit_movement TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.document TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.document TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.document_link TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.document_link TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.document_version TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.document_version TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT ON hausbuch.erasure TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT ON hausbuch.erasure TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.file_removal TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.file_removal TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON hausbuch.handover TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.handover TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.handover_defect TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.handover_defect TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.handover_key TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.handover_key TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.handover_room TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.handover_room TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.heating_plant TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.heating_plant TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.heating_year TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.heating_year TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.household TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.household TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.index_clause TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.index_clause TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.landlord TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.landlord TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.lease TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON hausbuch.lease TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.lease_tenant TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.lease_tenant TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.lease_unit TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.lease_unit TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.legal_figure TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.legal_figure TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.letter TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (state, way, sent_on, sent_by, proof, answered_on, answer, content, document_id, sha256, version, updated_at) ON hausbuch.letter TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.letter TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (content, document_id, statement_lease_id, collection_item_id) ON hausbuch.letter TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.letter_enclosure TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (document_id, title) ON hausbuch.letter_enclosure TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.letter_enclosure TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (document_id, title) ON hausbuch.letter_enclosure TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.letter_item TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.letter_item TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.letter_mail TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (state, attempts, next_try_at, tried_at, answer, is_address_refused, may_have_gone, stop_reason) ON hausbuch.letter_mail TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.letter_mail TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (subject, body, state, stop_reason) ON hausbuch.letter_mail TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.letter_template TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.letter_template TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.letter_tenant TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.letter_tenant TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.mandate TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.mandate TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.member TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.member TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.meter TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.meter TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.meter_reading TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.meter_reading TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (handover_id) ON hausbuch.meter_reading TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.objection TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.objection TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON hausbuch.open_item TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.open_item TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.payment TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.payment TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (payer_tenant_id) ON hausbuch.payment TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.payout TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (cancelled_at) ON hausbuch.payout TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.payout TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.payout_item TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (movement_id) ON hausbuch.payout_item TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.payout_item TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.portfolio TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (name, jurisdiction, time_zone, proration_method, version, updated_at) ON hausbuch.portfolio TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.portfolio TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.profile TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.profile TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.property TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON hausbuch.property TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.property_owner TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.property_owner TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.receipt_room TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (link_hash, code_hash, code_expires_at, guesses, ends_on, revoked_at, mailed_at, version, updated_at) ON hausbuch.receipt_room TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.receipt_room TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (tenant_id, address, link_hash, code_hash, code_expires_at, revoked_at, version, updated_at) ON hausbuch.receipt_room TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.receipt_room_event TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.receipt_room_event TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.receipt_room_paper TO hausbuch_app;
--> statement-breakpoint
GRANT UPDATE (shown_document_id) ON hausbuch.receipt_room_paper TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.receipt_room_paper TO hausbuch_erase;
--> statement-breakpoint
GRANT UPDATE (shown_document_id) ON hausbuch.receipt_room_paper TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.recovery_attempt TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON hausbuch.recovery_code TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.recurring TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.recurring TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.recurring_amount TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.recurring_amount TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.refund_part TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.refund_part TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.reminder_rule TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.reminder_rule TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.rent TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.rent TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.rent_line TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.rent_line TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.tenant TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON hausbuch.tenant TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.transaction TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.transaction TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.transaction_share TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.transaction_share TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.unit TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.unit TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.unit_period TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.unit_period TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.valuation TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON hausbuch.valuation TO hausbuch_erase;
