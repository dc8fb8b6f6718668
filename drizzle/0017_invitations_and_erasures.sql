CREATE TABLE "hausbuch"."erasure" (
	"id" uuid PRIMARY KEY DEFAULT hausbuch.uuid_v7() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"erased_portfolio_id" uuid,
	"row_count" integer NOT NULL,
	CONSTRAINT "erasure_kind_check" CHECK ("hausbuch"."erasure"."kind" in ('portfolio', 'account')),
	CONSTRAINT "erasure_portfolio_check" CHECK (("hausbuch"."erasure"."kind" = 'portfolio') = ("hausbuch"."erasure"."erased_portfolio_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "hausbuch"."erasure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD COLUMN "invited_language" text;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD COLUMN "invitation_hash" text;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD COLUMN "invitation_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "member_invited_email_key" ON "hausbuch"."member" USING btree ("portfolio_id","invited_email") WHERE "hausbuch"."member"."user_id" is null;--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD CONSTRAINT "member_invitation_check" CHECK (("hausbuch"."member"."user_id" is null) = ("hausbuch"."member"."invitation_hash" is not null)
        and ("hausbuch"."member"."invitation_hash" is null) = ("hausbuch"."member"."invitation_expires_at" is null));--> statement-breakpoint
ALTER TABLE "hausbuch"."member" ADD CONSTRAINT "member_invitation_role_check" CHECK ("hausbuch"."member"."user_id" is not null or "hausbuch"."member"."role" <> 'owner');--> statement-breakpoint
CREATE POLICY "erasure_own" ON "hausbuch"."erasure" AS PERMISSIVE FOR SELECT TO "hausbuch_app", "hausbuch_erase" USING ("hausbuch"."erasure"."user_id" = nullif(current_setting('app.user_id', true), '')::uuid);