DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['index_clause', 'legal_figure', 'consumer_price_index']
  LOOP
    EXECUTE format('ALTER TABLE hausbuch.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.index_clause, hausbuch.legal_figure TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT ON hausbuch.consumer_price_index TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- The danger zone.
GRANT SELECT, DELETE ON hausbuch.index_clause, hausbuch.legal_figure TO hausbuch_erase;
--> statement-breakpoint
-- What a returned payment had settled counted until the day it was returned.
UPDATE hausbuch.allocation a SET effective_on = r.paid_on
  FROM hausbuch.payment r, hausbuch.payment p
  WHERE r.portfolio_id = a.portfolio_id AND r.is_bounced AND r.recorded_at = a.allocated_at
    AND p.portfolio_id = a.portfolio_id AND p.id = a.payment_id AND p.lease_id = r.lease_id;
--> statement-breakpoint
-- The months a public source was found for; later ones are entered as they are published.
INSERT INTO hausbuch.consumer_price_index (month, index_milli, source) VALUES
('2022-08-01', 110700, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2022-09-01', 112700, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2022-10-01', 113500, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2022-11-01', 113700, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2022-12-01', 113200, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-01-01', 114300, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-02-01', 115200, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-03-01', 116100, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-04-01', 116600, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-05-01', 116500, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-06-01', 116800, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-07-01', 117100, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-08-01', 117500, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-09-01', 117800, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-10-01', 117800, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2023-11-01', 117300, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2024-01-01', 117600, 'Statistisches Bundesamt, 2020 = 100; sprengnetter.de, hausundgrundwpt.de, immo.info, iv-roth.de'),
('2024-02-01', 118100, 'Statistisches Bundesamt, 2020 = 100; Stadt Braunschweig, Statistik, Preisindex'),
('2024-03-01', 118600, 'Statistisches Bundesamt, 2020 = 100; Stadt Braunschweig, Statistik, Preisindex'),
('2024-04-01', 119200, 'Statistisches Bundesamt, 2020 = 100; Stadt Braunschweig, Statistik, Preisindex');
