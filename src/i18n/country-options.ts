import type { Language } from '@/domain/vocabulary';

/** Where our users' properties usually lie: the countries whose rules we know first, then their neighbours. */
const countries =
  'DE AT CH US GB LI LU BE NL FR DK PL CZ IT ES PT IE SE NO FI HU SK SI HR GR BG RO EE LV LT MT CY IS CA AU NZ TR AE'.split(
    ' ',
  );

/** Wherever else people live (ISO 3166-1, and Kosovo): a tenant may move anywhere. */
const others =
  'AD AF AG AI AL AM AO AR AS AW AX AZ BA BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CC CD CF CG CI CK CL CM CN CO CR CU CV CW CX DJ DM DO DZ EC EG EH ER ET FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GT GU GW GY HK HN HT ID IL IM IN IQ IR JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LK LR LS LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NP NR NU OM PA PE PF PG PH PK PM PN PR PS PW PY QA RE RS RU RW SA SB SC SD SG SH SJ SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TT TV TW TZ UA UG UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

type Option = { value: string; label: string };

/** The countries by name in the user's language, the near ones first; `present` is offered too, wherever it came from. */
export function countryOptions(language: Language, present?: string | null): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const options = (codes: readonly string[]) =>
    codes.map((code) => ({ value: code, label: names.of(code) ?? code }));
  const all = [...countries, ...others];
  return [
    ...options(countries),
    ...options(others).toSorted((a, b) => a.label.localeCompare(b.label, language)),
    ...options(present && !all.includes(present) ? [present] : []),
  ];
}
