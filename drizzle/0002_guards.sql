-- Two leases never share a unit on a day; a voided lease frees its units.
ALTER TABLE hausbuch.lease_unit ADD CONSTRAINT lease_unit_no_overlap
  EXCLUDE USING gist (portfolio_id WITH =, unit_id WITH =, during WITH &&) WHERE (NOT is_voided);
--> statement-breakpoint
-- A root charge that corrects nothing has no reason; a correction corrects a root, never a correction:
-- the correcting command sees to that, the open item of a correction does not exist.
REVOKE ALL ON SCHEMA hausbuch FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA hausbuch TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'hausbuch'::regnamespace AND c.relkind = 'r'
    AND c.relname <> '__migrations'
  LOOP
    EXECUTE format('ALTER TABLE hausbuch.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE hausbuch.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- Rows that people edit.
GRANT SELECT, INSERT, UPDATE, DELETE ON
  hausbuch.portfolio, hausbuch.member, hausbuch.profile, hausbuch.landlord, hausbuch.bank_account,
  hausbuch.property, hausbuch.property_owner, hausbuch.valuation, hausbuch.unit, hausbuch.unit_period,
  hausbuch.tenant, hausbuch.lease, hausbuch.lease_unit, hausbuch.lease_tenant, hausbuch.household,
  hausbuch.rent, hausbuch.rent_line
  TO hausbuch_app;
--> statement-breakpoint
-- The ledger: rows are added, never changed or removed.
GRANT SELECT, INSERT ON
  hausbuch.charge, hausbuch.charge_line, hausbuch.payment, hausbuch.allocation, hausbuch.audit_event
  TO hausbuch_app;
--> statement-breakpoint
-- Derived from the ledger in the same transaction.
GRANT SELECT, INSERT, UPDATE ON hausbuch.open_item, hausbuch.credit TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT ON hausbuch.public_holiday TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- The danger zone.
GRANT SELECT, DELETE ON
  hausbuch.portfolio, hausbuch.member, hausbuch.profile, hausbuch.landlord, hausbuch.bank_account,
  hausbuch.property, hausbuch.property_owner, hausbuch.valuation, hausbuch.unit, hausbuch.unit_period,
  hausbuch.tenant, hausbuch.lease, hausbuch.lease_unit, hausbuch.lease_tenant, hausbuch.household,
  hausbuch.rent, hausbuch.rent_line, hausbuch.charge, hausbuch.charge_line, hausbuch.payment,
  hausbuch.allocation, hausbuch.open_item, hausbuch.credit
  TO hausbuch_erase;
--> statement-breakpoint
-- A deleted tenant's name leaves the payments of a lease that others go on with.
GRANT UPDATE (payer_tenant_id) ON hausbuch.payment TO hausbuch_erase;
--> statement-breakpoint
-- FOR UPDATE needs it; the erasing transaction locks what it shows before it removes it.
GRANT UPDATE ON hausbuch.property, hausbuch.tenant, hausbuch.lease TO hausbuch_erase;
--> statement-breakpoint
GRANT SELECT, INSERT ON hausbuch.audit_event TO hausbuch_erase;
--> statement-breakpoint
-- Does this user have a verified second factor? Answers false where no auth schema exists (a bare test
-- database) and fails where it exists but may not be read: closed, not open.
CREATE FUNCTION hausbuch.has_verified_factor(p_user uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  answer boolean;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'auth' AND c.relname = 'mfa_factors'
  ) THEN
    RETURN false;
  END IF;
  EXECUTE 'select exists (select 1 from auth.mfa_factors where user_id = $1 and status::text = ''verified'')'
    INTO answer USING p_user;
  RETURN answer;
END $$;
--> statement-breakpoint
-- Does the session of an access token still live? A token outlives its session by up to an hour.
CREATE FUNCTION hausbuch.session_lives(p_session uuid, p_user uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  answer boolean;
BEGIN
  EXECUTE 'select exists (select 1 from auth.sessions where id = $1 and user_id = $2)'
    INTO answer USING p_session, p_user;
  RETURN answer;
END $$;
--> statement-breakpoint
-- The first statement of every transaction, at top level: role, user and portfolio for this transaction, and
-- what the request needs to know of them. EXECUTE 'SET LOCAL' and not set_config(), which does not travel to
-- the other nodes of a cluster.
CREATE FUNCTION hausbuch.enter_request(p_role text, p_user uuid, p_portfolio uuid)
  RETURNS TABLE (member_role text, currency text, jurisdiction text, time_zone text, has_factor boolean)
  LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  IF p_role NOT IN ('hausbuch_app', 'hausbuch_erase') THEN
    RAISE EXCEPTION 'enter_request: unknown role';
  END IF;
  EXECUTE format('SET LOCAL app.user_id = %L', coalesce(p_user::text, ''));
  EXECUTE format('SET LOCAL app.portfolio_id = %L', coalesce(p_portfolio::text, ''));
  EXECUTE format('SET LOCAL ROLE %I', p_role);
  RETURN QUERY
    SELECT m.role, p.currency, p.jurisdiction, p.time_zone,
      CASE WHEN p_user IS NULL THEN false ELSE hausbuch.has_verified_factor(p_user) END
    FROM (SELECT 1) AS one
    LEFT JOIN hausbuch.portfolio p ON p.id = p_portfolio
    LEFT JOIN hausbuch.member m ON m.portfolio_id = p_portfolio AND m.user_id = p_user;
END $$;
--> statement-breakpoint
-- The portfolios of the current user, over the row-level security that shows one portfolio at a time.
CREATE FUNCTION hausbuch.own_portfolios()
  RETURNS TABLE (id uuid, name text, role text, jurisdiction text, currency text, time_zone text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT p.id, p.name, m.role, p.jurisdiction, p.currency, p.time_zone
  FROM hausbuch.member m JOIN hausbuch.portfolio p ON p.id = m.portfolio_id
  WHERE m.user_id = nullif(current_setting('app.user_id', true), '')::uuid
  ORDER BY m.created_at, p.id
$$;
--> statement-breakpoint
-- Which of the current user's portfolios holds this row? So that opening an id of another of one's own
-- portfolios can switch to it, and a stranger's id stays unknown.
CREATE FUNCTION hausbuch.own_portfolio_of(p_entity text, p_id uuid) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  answer uuid;
BEGIN
  IF p_entity NOT IN ('property', 'tenant') THEN
    RAISE EXCEPTION 'own_portfolio_of: unknown entity';
  END IF;
  EXECUTE format(
    'select e.portfolio_id from hausbuch.member m join hausbuch.%I e on e.portfolio_id = m.portfolio_id
      where m.user_id = nullif(current_setting(''app.user_id'', true), '''')::uuid and e.id = $1 limit 1',
    p_entity
  ) INTO answer USING p_id;
  RETURN answer;
END $$;
--> statement-breakpoint
-- For jobs, which act on one portfolio per transaction: those with a lease whose rent is not yet posted up
-- to the end of the current month of their time zone.
CREATE FUNCTION hausbuch.portfolios_with_rent_to_post(p_now timestamptz) RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT p.id FROM hausbuch.portfolio p
  WHERE EXISTS (
    SELECT 1 FROM hausbuch.lease l
    WHERE l.portfolio_id = p.id AND l.voided_at IS NULL
      AND greatest(l.starts_on, l.booked_from) < date_trunc('month', p_now AT TIME ZONE p.time_zone) + interval '1 month'
      AND (l.ends_on IS NULL OR l.ends_on > coalesce(l.posted_through, '-infinity'::date))
      AND coalesce(l.posted_through, '-infinity'::date)
        < (date_trunc('month', p_now AT TIME ZONE p.time_zone) + interval '1 month - 1 day')::date
  )
$$;
--> statement-breakpoint
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA hausbuch FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA hausbuch TO hausbuch_app, hausbuch_erase;
