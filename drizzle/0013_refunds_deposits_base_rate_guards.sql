DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['refund_part', 'deposit', 'deposit_movement', 'base_rate']
  LOOP
    EXECUTE format('ALTER TABLE hausbuch.%I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON hausbuch.deposit TO hausbuch_app;
--> statement-breakpoint
-- The ledger: rows are added, never changed or removed.
GRANT SELECT, INSERT ON hausbuch.refund_part, hausbuch.deposit_movement TO hausbuch_app;
--> statement-breakpoint
GRANT SELECT ON hausbuch.base_rate TO hausbuch_app, hausbuch_erase;
--> statement-breakpoint
-- The danger zone.
GRANT SELECT, DELETE ON hausbuch.refund_part, hausbuch.deposit, hausbuch.deposit_movement TO hausbuch_erase;
--> statement-breakpoint
-- Every half-year that is known has its row, also where the rate stayed: from July 2026 it is to be looked up.
INSERT INTO hausbuch.base_rate (valid_from, rate_bp, source) VALUES
('2002-01-01', 257, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2002-07-01', 247, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2003-01-01', 197, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2003-07-01', 122, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2004-01-01', 114, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2004-07-01', 113, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2005-01-01', 121, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2005-07-01', 117, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2006-01-01', 137, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2006-07-01', 195, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2007-01-01', 270, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2007-07-01', 319, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2008-01-01', 332, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2008-07-01', 319, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2009-01-01', 162, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2009-07-01', 12, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2010-01-01', 12, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2010-07-01', 12, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2011-01-01', 12, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2011-07-01', 37, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2012-01-01', 12, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2012-07-01', 12, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2013-01-01', -13, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2013-07-01', -38, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2014-01-01', -63, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2014-07-01', -73, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2015-01-01', -83, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2015-07-01', -83, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2016-01-01', -83, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2016-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2017-01-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2017-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2018-01-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2018-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2019-01-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2019-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2020-01-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2020-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2021-01-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2021-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2022-01-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2022-07-01', -88, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; Haufe HI15892686'),
('2023-01-01', 162, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; hcsm.de, vdwbayern.de, finanzmarktnachrichten.de'),
('2023-07-01', 312, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; hcsm.de, vdwbayern.de, finanzmarktnachrichten.de'),
('2024-01-01', 362, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; hcsm.de, vdwbayern.de, finanzmarktnachrichten.de'),
('2024-07-01', 337, '§ 247 BGB: Hauptrefinanzierungssatz der EZB − 0,88 Punkte (hergeleitet)'),
('2025-01-01', 227, '§ 247 BGB: Hauptrefinanzierungssatz der EZB − 0,88 Punkte (hergeleitet)'),
('2025-07-01', 127, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; hcsm.de, vdwbayern.de, finanzmarktnachrichten.de'),
('2026-01-01', 127, 'Deutsche Bundesbank, Bekanntgabe im Bundesanzeiger; hcsm.de, vdwbayern.de, finanzmarktnachrichten.de');
