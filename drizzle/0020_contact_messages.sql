CREATE TABLE "hausbuch"."contact_message" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "contact_message_language_check" CHECK ("hausbuch"."contact_message"."language" in ('en', 'de'))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."contact_message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "contact_message_write" ON "hausbuch"."contact_message" AS PERMISSIVE FOR INSERT TO "hausbuch_app", "hausbuch_erase" WITH CHECK (true);