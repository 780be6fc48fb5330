/** Lower case without accents: `März` and `marz`, `września` and `wrzesnia` are the same words. */
export function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
}

/**
 * Names and abbreviations of January to December in the languages of public pages (`responses/words.ts`) and of files from
 * the rest of Europe, folded; of Slavic months both cases. No word means two months.
 */
const names = [
  'january jan januar jaenner janner janvier janv enero ene gennaio gen januari styczen stycznia sty janeiro январь января янв ledna leden januára tammikuu tammikuuta ocak oca ianuarie ian січень січня',
  'february feb februar feber fevrier fevr fev febrero febbraio februari luty lutego lut fevereiro февраль февраля фев unora unor februara helmikuu helmikuuta subat sub februarie лютий лютого',
  'march mar marz maerz mrz mars marzo maart mrt marzec marca marco marts март марта мар brezna brezen maaliskuu maaliskuuta marcius mart martie березень березня',
  'april apr avr avril abr abril aprile kwiecien kwietnia kwi апрель апреля апр dubna duben aprila huhtikuu huhtikuuta aprilis nisan nis aprilie квітень квітня',
  'may mai mayo maggio mag mei maj maja maio май мая kvetna kveten toukokuu toukokuuta majus mayis травень травня',
  'june jun juni juin junio giugno giu czerwiec czerwca cze junho июнь июня июн cervna cerven juna kesakuu kesakuuta junius haziran haz iunie iun червень червня',
  'july jul juli juillet juil julio luglio lug lipiec lipca lip julho июль июля июл cervence cervenec jula heinakuu heinakuuta julius temmuz tem iulie iul липень липня',
  'august aug aout aou agosto ago augustus sierpien sierpnia sie augusti август августа авг srpna srpen augusta elokuu elokuuta augusztus agustos agu серпень серпня',
  'september sep sept septembre septiembre setiembre set settembre sett wrzesien wrzesnia wrz setembro сентябрь сентября сен сент zari septembra syyskuu syyskuuta szeptember eylul eyl septembrie вересень вересня',
  'october oct oktober okt octobre octubre ottobre ott pazdziernik pazdziernika paz outubro out октябрь октября окт rijna rijen oktobra lokakuu lokakuuta ekim eki octombrie жовтень жовтня',
  'november nov novembre noviembre listopad listopada lis novembro ноябрь ноября ноя нояб novembra listopadu marraskuu marraskuuta kasim kas noiembrie листопад листопада',
  'december dec dezember dez decembre diciembre dic dicembre grudzien grudnia gru dezembro desember des декабрь декабря дек prosince prosinec decembra joulukuu joulukuuta aralik ara decembrie грудень грудня',
] // oxfmt-ignore
const numbers = new Map(
  names.flatMap((words, index) => words.split(' ').map((word) => [folded(word), index + 1] as const)),
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
