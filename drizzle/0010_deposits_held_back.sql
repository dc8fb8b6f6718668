CREATE INDEX "deposit_movement_held_idx" ON "hausbuch"."deposit_movement" USING btree ("portfolio_id","held_until") WHERE held_until is not null;
