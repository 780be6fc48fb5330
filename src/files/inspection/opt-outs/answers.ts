import { bare, noWords, yesWords } from '../titles.ts'
import { wordsOf } from './words.ts'

const yesPhrase =
  /^\s*(?:[✓✔☑○〇◯]|ok|okay|erlaubt|zulassen|allow(?:ed)?|希望(?:する)?|可|受け取る|受信(?:する)?|購読(?:する)?|配信(?:する)?|是|同意(?:する)?|許可|承諾|同意함?|동의)\s*$/iu
const noPhrase =
  /^\s*(?:[✗✘☐×✕-]|ng)\s*$|(?:しない|しません|不可|不要|不同意|拒否|なし|無し|対象外|未承諾|否|미동의|거부)\s*$/iu

/** Of somebody who was asked, in the languages of the yes and no. */
const given = new Set(
  `granted given accepted accepts accept agreed agrees allowed permitted approved erteilt zugestimmt akzeptiert
   genehmigt erlaubt accepte acceptee consenti autorise oui aceptado acepta acepto accettato accetta acconsento acconsente
   aceito aceita aceitou concordo concorda akkoord toegestaan akceptuje akceptacja wyrazona udzielona zgoda accepterad godkand
   accepteret samtykket onay onayli souhlasim согласен согласна согласие`.split(/\s+/),
)
const refused = new Set(
  `denied declined refused refuses refuse rejected withdrawn revoked withheld refus hayir nu untersagt abgelehnt verweigert widerrufen
   nichterteilt rechazado rechazada rechaza rechazo denegado rifiutato rifiuta negato revocato recusado recusou recusa negado
   geweigerd ingetrokken odmowa odmowiono odrzucono cofnieta wycofana nekad avbojt afvist ret red reddedildi отказ отказался`.split(
    /\s+/,
  ),
)
const negations = new Set(
  'no not non nein nicht kein keine keinen never none without nao nie brak bez geen niet nee nooit ej ikke inte inga ingen aldrig ne pas aucun aucune jamais sin sem nunca ninguno ninguna nenhum ohne sans senza nessuno nessuna mai nigdy не нет без'.split(
    ' ',
  ),
)
const wordsMax = 5

/** `yes`, and `Yes, weekly` or `erteilt` where a column speaks of a permission. */
export function isYes(cell: string): boolean {
  if (yesWords.has(bare(cell)) || yesPhrase.test(cell)) return true
  const words = answerOf(cell)
  const [first = ''] = words
  if (words.length === 0 || isRefusal(words)) return false
  return (
    given.has(words.join('')) ||
    given.has(first) ||
    (words.length > 1 && yesWords.has(first) && first.length > 1)
  )
}

export function isNo(cell: string): boolean {
  return noWords.has(bare(cell)) || noPhrase.test(cell) || refused.has(wordsOf(cell.slice(0, 60)).join(''))
}

/** Of a permission, also `No, thanks`, `nicht erteilt` or `não aceita`: whatever begins by saying no. */
export function isNotGiven(cell: string): boolean {
  return isNo(cell) || isRefusal(answerOf(cell))
}

export function isAnswer(cell: string): boolean {
  return isYes(cell) || isNotGiven(cell)
}

function answerOf(cell: string): string[] {
  if (cell.length > 60) return []
  const words = wordsOf(cell)
  return words.length > wordsMax ? [] : words
}

function isRefusal(words: readonly string[]): boolean {
  const [first = ''] = words
  return refused.has(words.join('')) || refused.has(first) || negations.has(first)
}
