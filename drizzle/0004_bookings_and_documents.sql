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
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "document_category_check" CHECK ("hausbuch"."document"."category" in ('lease', 'handover', 'invoice', 'statement', 'insurance', 'energy_certificate', 'tax', 'plan', 'photo', 'letter', 'other')),
	CONSTRAINT "document_state_check" CHECK ("hausbuch"."document"."state" in ('uploading', 'checked', 'ready', 'deleted')),
	CONSTRAINT "document_title_check" CHECK (length("hausbuch"."document"."title") between 1 and 300)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."document" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."document_link" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"document_id" uuid NOT NULL,
	"property_id" uuid,
	"unit_id" uuid,
	"tenant_id" uuid,
	"lease_id" uuid,
	"transaction_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_link_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "document_link_key" UNIQUE NULLS NOT DISTINCT("portfolio_id","document_id","property_id","unit_id","tenant_id","lease_id","transaction_id"),
	CONSTRAINT "document_link_one_check" CHECK (num_nonnulls("hausbuch"."document_link"."property_id", "hausbuch"."document_link"."unit_id", "hausbuch"."document_link"."tenant_id", "hausbuch"."document_link"."lease_id", "hausbuch"."document_link"."transaction_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"uploaded_by" uuid,
	"checked_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_version_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "document_version_number_key" UNIQUE("portfolio_id","document_id","number"),
	CONSTRAINT "document_version_path_key" UNIQUE("portfolio_id","storage_path"),
	CONSTRAINT "document_version_state_check" CHECK ("hausbuch"."document_version"."state" in ('uploading', 'checked', 'ready', 'deleted')),
	CONSTRAINT "document_version_size_check" CHECK ("hausbuch"."document_version"."size_bytes" between 0 and 52428800),
	CONSTRAINT "document_version_name_check" CHECK (length("hausbuch"."document_version"."file_name") between 1 and 255)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."document_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."file_removal" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"storage_path" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_removal_pkey" PRIMARY KEY("portfolio_id","id")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."file_removal" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "category_direction_check" CHECK ("hausbuch"."category"."direction" in ('income', 'expense')),
	CONSTRAINT "category_named_check" CHECK ("hausbuch"."category"."code" is not null or length("hausbuch"."category"."name") between 1 and 200),
	CONSTRAINT "category_betrkv_check" CHECK ("hausbuch"."category"."betrkv_no" between 1 and 17)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."category" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "recurring_level_check" CHECK ("hausbuch"."recurring"."level" in ('unit', 'property', 'portfolio')),
	CONSTRAINT "recurring_direction_check" CHECK ("hausbuch"."recurring"."direction" in ('income', 'expense')),
	CONSTRAINT "recurring_key_check" CHECK ("hausbuch"."recurring"."recoverable_key" in ('area', 'persons', 'units', 'consumption', 'co_ownership', 'direct')),
	CONSTRAINT "recurring_placed_check" CHECK (case "hausbuch"."recurring"."level" when 'unit' then "hausbuch"."recurring"."unit_id" is not null and "hausbuch"."recurring"."property_id" is not null
      when 'property' then "hausbuch"."recurring"."unit_id" is null and "hausbuch"."recurring"."property_id" is not null
      else "hausbuch"."recurring"."unit_id" is null and "hausbuch"."recurring"."property_id" is null end),
	CONSTRAINT "recurring_every_check" CHECK ("hausbuch"."recurring"."every_months" between 1 and 120),
	CONSTRAINT "recurring_anchor_check" CHECK ("hausbuch"."recurring"."anchor_day" between 1 and 31),
	CONSTRAINT "recurring_period_check" CHECK ("hausbuch"."recurring"."ends_on" is null or "hausbuch"."recurring"."ends_on" >= "hausbuch"."recurring"."starts_on")
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "recurring_amount_check" CHECK ("hausbuch"."recurring_amount"."amount_cents" between 0 and 100000000000),
	CONSTRAINT "recurring_amount_vat_check" CHECK ("hausbuch"."recurring_amount"."vat_rate_bp" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring_amount" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "transaction_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "transaction_reverses_key" UNIQUE("portfolio_id","reverses_transaction_id"),
	CONSTRAINT "transaction_replaces_key" UNIQUE("portfolio_id","replaces_transaction_id"),
	CONSTRAINT "transaction_level_check" CHECK ("hausbuch"."transaction"."level" in ('unit', 'property', 'portfolio')),
	CONSTRAINT "transaction_direction_check" CHECK ("hausbuch"."transaction"."direction" in ('income', 'expense')),
	CONSTRAINT "transaction_key_check" CHECK ("hausbuch"."transaction"."recoverable_key" in ('area', 'persons', 'units', 'consumption', 'co_ownership', 'direct')),
	CONSTRAINT "transaction_split_check" CHECK ("hausbuch"."transaction"."split_method" in ('area', 'persons', 'share', 'equal', 'manual')),
	CONSTRAINT "transaction_placed_check" CHECK (case "hausbuch"."transaction"."level" when 'unit' then "hausbuch"."transaction"."unit_id" is not null and "hausbuch"."transaction"."property_id" is not null
      when 'property' then "hausbuch"."transaction"."unit_id" is null and "hausbuch"."transaction"."property_id" is not null
      else "hausbuch"."transaction"."unit_id" is null and "hausbuch"."transaction"."property_id" is null end),
	CONSTRAINT "transaction_amount_check" CHECK (("hausbuch"."transaction"."reverses_transaction_id" is null) = ("hausbuch"."transaction"."amount_cents" >= 0) or "hausbuch"."transaction"."amount_cents" = 0),
	CONSTRAINT "transaction_parts_check" CHECK (abs("hausbuch"."transaction"."vat_cents") <= abs("hausbuch"."transaction"."amount_cents") and abs("hausbuch"."transaction"."labour_cents") <= abs("hausbuch"."transaction"."amount_cents")),
	CONSTRAINT "transaction_service_check" CHECK (("hausbuch"."transaction"."service_from" is null) = ("hausbuch"."transaction"."service_to" is null) and ("hausbuch"."transaction"."service_from" is null or "hausbuch"."transaction"."service_to" >= "hausbuch"."transaction"."service_from")),
	CONSTRAINT "transaction_due_check" CHECK (("hausbuch"."transaction"."recurring_id" is null) = ("hausbuch"."transaction"."due_on" is null))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "hausbuch"."transaction_share" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hausbuch"."document" ADD CONSTRAINT "document_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_tenant_fkey" FOREIGN KEY ("portfolio_id","tenant_id") REFERENCES "hausbuch"."tenant"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_transaction_fkey" FOREIGN KEY ("portfolio_id","transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_version" ADD CONSTRAINT "document_version_document_fkey" FOREIGN KEY ("portfolio_id","document_id") REFERENCES "hausbuch"."document"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."category" ADD CONSTRAINT "category_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."category" ADD CONSTRAINT "category_parent_fkey" FOREIGN KEY ("portfolio_id","parent_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_category_fkey" FOREIGN KEY ("portfolio_id","category_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring" ADD CONSTRAINT "recurring_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."recurring_amount" ADD CONSTRAINT "recurring_amount_recurring_fkey" FOREIGN KEY ("portfolio_id","recurring_id") REFERENCES "hausbuch"."recurring"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_portfolio_fkey" FOREIGN KEY ("portfolio_id") REFERENCES "hausbuch"."portfolio"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_category_fkey" FOREIGN KEY ("portfolio_id","category_id") REFERENCES "hausbuch"."category"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_bank_account_fkey" FOREIGN KEY ("portfolio_id","bank_account_id") REFERENCES "hausbuch"."bank_account"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_recurring_fkey" FOREIGN KEY ("portfolio_id","recurring_id") REFERENCES "hausbuch"."recurring"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_reverses_fkey" FOREIGN KEY ("portfolio_id","reverses_transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction" ADD CONSTRAINT "transaction_replaces_fkey" FOREIGN KEY ("portfolio_id","replaces_transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction_share" ADD CONSTRAINT "transaction_share_transaction_fkey" FOREIGN KEY ("portfolio_id","transaction_id") REFERENCES "hausbuch"."transaction"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."transaction_share" ADD CONSTRAINT "transaction_share_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_created_idx" ON "hausbuch"."document" USING btree ("portfolio_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_valid_until_idx" ON "hausbuch"."document" USING btree ("portfolio_id","valid_until");--> statement-breakpoint
CREATE INDEX "document_link_document_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","document_id");--> statement-breakpoint
CREATE INDEX "document_link_property_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "document_link_unit_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE INDEX "document_link_tenant_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","tenant_id");--> statement-breakpoint
CREATE INDEX "document_link_lease_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "document_link_transaction_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","transaction_id");--> statement-breakpoint
CREATE INDEX "document_version_document_idx" ON "hausbuch"."document_version" USING btree ("portfolio_id","document_id");--> statement-breakpoint
CREATE INDEX "document_version_state_idx" ON "hausbuch"."document_version" USING btree ("portfolio_id","state") WHERE state in ('uploading', 'checked');--> statement-breakpoint
CREATE INDEX "document_version_sha_idx" ON "hausbuch"."document_version" USING btree ("portfolio_id","sha256");--> statement-breakpoint
CREATE INDEX "file_removal_open_idx" ON "hausbuch"."file_removal" USING btree ("portfolio_id","created_at") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "category_parent_idx" ON "hausbuch"."category" USING btree ("portfolio_id","parent_id");--> statement-breakpoint
CREATE INDEX "recurring_property_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "recurring_unit_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE INDEX "recurring_category_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","category_id");--> statement-breakpoint
CREATE INDEX "recurring_bank_account_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","bank_account_id");--> statement-breakpoint
CREATE INDEX "recurring_posting_idx" ON "hausbuch"."recurring" USING btree ("portfolio_id","posted_through");--> statement-breakpoint
CREATE INDEX "recurring_amount_recurring_idx" ON "hausbuch"."recurring_amount" USING btree ("portfolio_id","recurring_id");--> statement-breakpoint
CREATE INDEX "transaction_property_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "transaction_unit_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE INDEX "transaction_category_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","category_id");--> statement-breakpoint
CREATE INDEX "transaction_bank_account_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","bank_account_id");--> statement-breakpoint
CREATE INDEX "transaction_recurring_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","recurring_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_due_key" ON "hausbuch"."transaction" USING btree ("portfolio_id","recurring_id","due_on") WHERE reverses_transaction_id is null and replaces_transaction_id is null;--> statement-breakpoint
CREATE INDEX "transaction_booked_idx" ON "hausbuch"."transaction" USING btree ("portfolio_id","booked_on","id");--> statement-breakpoint
CREATE INDEX "transaction_share_transaction_idx" ON "hausbuch"."transaction_share" USING btree ("portfolio_id","transaction_id");--> statement-breakpoint
CREATE INDEX "transaction_share_unit_idx" ON "hausbuch"."transaction_share" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."document" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."document"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."document"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."document_link" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."document_link"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."document_link"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."document_version" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."document_version"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."document_version"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."file_removal" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."file_removal"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."file_removal"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."category" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."category"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."category"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."recurring" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."recurring"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."recurring"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."recurring_amount" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."recurring_amount"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."recurring_amount"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."transaction" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."transaction"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."transaction"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."transaction_share" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."transaction_share"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."transaction_share"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);