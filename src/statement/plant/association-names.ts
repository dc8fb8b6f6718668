/** What an association's statement brings and no tenant bears (§ 1 (2) BetrKV): beginnings of the usual names. */
const notPassedOn =
  /^(verwalt|hausverwalt|weg-verwalt|manage|administration|bank|konto|zins|interest|rechts|anwalt|legal|versammlung|eigentümerversammlung|meeting|reparatur|instandhalt|instandsetz|repair|maintenance and repair|sonderumlage|special levy)/i;
const reserve = /(rücklage|reserve|rückstellung)/i;

/** Whether a line of an association's statement is a contribution to its reserve, as far as its name says. */
export const isReserveByName = (name: string): boolean => reserve.test(name);

/** Whether its name says that no tenant bears a line: manager, bank, meetings, legal costs, repairs, special levies. */
export const staysByName = (name: string): boolean => notPassedOn.test(name.trim());
