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
	CONSTRAINT "handover_kind_check" CHECK ("hausbuch"."handover"."kind" in ('move_in', 'move_out')),
	CONSTRAINT "handover_time_check" CHECK ("hausbuch"."handover"."held_at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "handover_defect_mended_by_check" CHECK ("hausbuch"."handover_defect"."mended_by" in ('landlord', 'tenant', 'nobody')),
	CONSTRAINT "handover_defect_description_check" CHECK (length("hausbuch"."handover_defect"."description") between 1 and 1000),
	CONSTRAINT "handover_defect_until_check" CHECK ("hausbuch"."handover_defect"."mend_until" is null or "hausbuch"."handover_defect"."mended_by" <> 'nobody')
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_defect" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "handover_key_kind_check" CHECK ("hausbuch"."handover_key"."kind" in ('house_door', 'flat_door', 'letter_box', 'cellar', 'garage', 'gate', 'room', 'other')),
	CONSTRAINT "handover_key_count_check" CHECK ("hausbuch"."handover_key"."count" between 0 and 999)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "handover_room_condition_check" CHECK ("hausbuch"."handover_room"."condition" in ('as_new', 'good', 'worn', 'needs_work')),
	CONSTRAINT "handover_room_name_check" CHECK (length("hausbuch"."handover_room"."name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_room" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "hausbuch"."meter" (
	"portfolio_id" uuid NOT NULL,
	"id" uuid DEFAULT hausbuch.uuid_v7() NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid,
	"kind" text NOT NULL,
	"number" text,
	"location" text,
	"measure" text NOT NULL,
	"removed_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meter_pkey" PRIMARY KEY("portfolio_id","id"),
	CONSTRAINT "meter_kind_check" CHECK ("hausbuch"."meter"."kind" in ('electricity', 'gas', 'cold_water', 'warm_water', 'heat', 'heat_cost_allocator', 'oil', 'other')),
	CONSTRAINT "meter_measure_check" CHECK ("hausbuch"."meter"."measure" in ('kwh', 'm3', 'units', 'litre')),
	CONSTRAINT "meter_text_check" CHECK (length("hausbuch"."meter"."number") <= 100 and length("hausbuch"."meter"."location") <= 200)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "meter_reading_check" CHECK ("hausbuch"."meter_reading"."reading_thousandths" between 0 and 1000000000000)
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" DROP CONSTRAINT "document_link_key";--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" DROP CONSTRAINT "document_link_one_check";--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD COLUMN "handover_id" uuid;--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" ADD CONSTRAINT "handover_lease_fkey" FOREIGN KEY ("portfolio_id","lease_id") REFERENCES "hausbuch"."lease"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."handover" ADD CONSTRAINT "handover_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_defect" ADD CONSTRAINT "handover_defect_room_fkey" FOREIGN KEY ("portfolio_id","room_id") REFERENCES "hausbuch"."handover_room"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_key" ADD CONSTRAINT "handover_key_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."handover_room" ADD CONSTRAINT "handover_room_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" ADD CONSTRAINT "meter_property_fkey" FOREIGN KEY ("portfolio_id","property_id") REFERENCES "hausbuch"."property"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."meter" ADD CONSTRAINT "meter_unit_fkey" FOREIGN KEY ("portfolio_id","unit_id") REFERENCES "hausbuch"."unit"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" ADD CONSTRAINT "meter_reading_meter_fkey" FOREIGN KEY ("portfolio_id","meter_id") REFERENCES "hausbuch"."meter"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hausbuch"."meter_reading" ADD CONSTRAINT "meter_reading_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handover_lease_idx" ON "hausbuch"."handover" USING btree ("portfolio_id","lease_id");--> statement-breakpoint
CREATE INDEX "handover_unit_idx" ON "hausbuch"."handover" USING btree ("portfolio_id","unit_id","held_on");--> statement-breakpoint
CREATE INDEX "handover_defect_room_idx" ON "hausbuch"."handover_defect" USING btree ("portfolio_id","room_id");--> statement-breakpoint
CREATE INDEX "handover_key_handover_idx" ON "hausbuch"."handover_key" USING btree ("portfolio_id","handover_id");--> statement-breakpoint
CREATE INDEX "handover_room_handover_idx" ON "hausbuch"."handover_room" USING btree ("portfolio_id","handover_id");--> statement-breakpoint
CREATE INDEX "meter_property_idx" ON "hausbuch"."meter" USING btree ("portfolio_id","property_id");--> statement-breakpoint
CREATE INDEX "meter_unit_idx" ON "hausbuch"."meter" USING btree ("portfolio_id","unit_id");--> statement-breakpoint
CREATE INDEX "meter_reading_meter_idx" ON "hausbuch"."meter_reading" USING btree ("portfolio_id","meter_id","read_on");--> statement-breakpoint
CREATE INDEX "meter_reading_handover_idx" ON "hausbuch"."meter_reading" USING btree ("portfolio_id","handover_id");--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_handover_fkey" FOREIGN KEY ("portfolio_id","handover_id") REFERENCES "hausbuch"."handover"("portfolio_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_link_handover_idx" ON "hausbuch"."document_link" USING btree ("portfolio_id","handover_id");--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_key" UNIQUE NULLS NOT DISTINCT("portfolio_id","document_id","property_id","unit_id","tenant_id","lease_id","transaction_id","handover_id");--> statement-breakpoint
ALTER TABLE "hausbuch"."document_link" ADD CONSTRAINT "document_link_one_check" CHECK (num_nonnulls("hausbuch"."document_link"."property_id", "hausbuch"."document_link"."unit_id", "hausbuch"."document_link"."tenant_id", "hausbuch"."document_link"."lease_id", "hausbuch"."document_link"."transaction_id", "hausbuch"."document_link"."handover_id") = 1);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."handover"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."handover"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover_defect" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."handover_defect"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."handover_defect"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover_key" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."handover_key"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."handover_key"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."handover_room" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."handover_room"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."handover_room"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."meter" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."meter"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."meter"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "portfolio_isolation" ON "hausbuch"."meter_reading" AS PERMISSIVE FOR ALL TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."meter_reading"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid) WITH CHECK ("hausbuch"."meter_reading"."portfolio_id" = nullif(current_setting('app.portfolio_id', true), '')::uuid);