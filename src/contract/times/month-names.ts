/** Lower case without accents: `März` and `marz`, `września` and `wrzesnia` are the same words. */
export function folded(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l')
}

/**
 * Names and abbreviations of January to December in the languages of public pages (`responses/words.ts`); of Polish
 * months both cases. No word means two months.
 */
const names = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari styczen stycznia sty janeiro',
  'february feb februar feber fevrier fevr fev febrero febbraio februari luty lutego lut fevereiro',
  'march mar marz maerz mrz mars marzo maart mrt marzec marca marco',
  'april apr avril avr abril abr aprile kwiecien kwietnia kwi',
  'may mai mayo maggio mag mei maj maja maio',
  'june jun juni juin junio giugno giu czerwiec czerwca cze junho',
  'july jul juli juillet juil julio luglio lug lipiec lipca lip julho',
  'august aug aout aou agosto ago augustus sierpien sierpnia sie',
  'september sep sept septembre septiembre setiembre set settembre sett wrzesien wrzesnia wrz setembro',
  'october oct oktober okt octobre octubre ottobre ott pazdziernik pazdziernika paz outubro out',
  'november nov novembre noviembre listopad listopada lis novembro',
  'december dec dezember dez decembre diciembre dic dicembre grudzien grudnia gru dezembro',
]
const numbers = new Map(
  names.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
)

/** 1 to 12; 0 for another word. */
export function monthByName(word: string): number {
  return numbers.get(folded(word)) ?? 0
}

const weekdays = new Set(
  [
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun',
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so',
    'lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim',
    'lunes martes miercoles jueves viernes sabado domingo mie jue vie sab dom',
    'lunedi martedi mercoledi giovedi venerdi sabato domenica gio',
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo',
    'poniedzialek wtorek sroda czwartek piatek sobota niedziela pon wt sr czw pt niedz nd',
    'segunda-feira terca-feira quarta-feira quinta-feira sexta-feira segunda terca quarta quinta sexta seg ter qua qui sex',
  ].flatMap((words) => words.split(' ')),
)

export function isWeekday(word: string): boolean {
  return weekdays.has(folded(word))
}
