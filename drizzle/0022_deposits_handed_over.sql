ALTER TABLE "hausbuch"."deposit_movement" DROP CONSTRAINT "deposit_movement_kind_check";
--> statement-breakpoint
ALTER TABLE "hausbuch"."deposit_movement" ADD CONSTRAINT "deposit_movement_kind_check" CHECK ("kind" in ('received', 'interest', 'deduction', 'hold_back', 'returned', 'handed_over', 'moved_out', 'moved_in'));
