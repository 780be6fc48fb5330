import type { OptOut } from '../../contract/imports/inspection.ts'
import type { RemovedStatus, StatusColumn } from '../../contract/imports/status-columns.ts'
import { optOutByTitle, statusOfWord } from './opt-out-columns.ts'
import type { OptOutKind } from './opt-out-columns.ts'
import { bare, noCells, noWords, yesCells, yesWords } from './titles.ts'

type Column = { number: number; header: string; cells: readonly string[] }
type Look = { product: string | null; kind: OptOutKind; status: RemovedStatus }

/** @param cells of the rows that were read, blank ones included. @returns null for a column that is no opt-out. */
export function findOptOut(column: Column): OptOut | null {
  const look = optOutByTitle(bare(column.header))
  if (look === null) return null
  const kind = look.product === null ? kindByContent(look, column.cells) : look.kind
  if (kind === null) return null
  const { rules, isKnown } = rulesOf({ ...look, kind }, column)
  if (rules.length === 0) return null
  // A status column whose words are all known needs no question.
  const isDecided = isKnown && (look.product !== null || (look.kind === 'words' && kind === 'words'))
  return { rules, is_decided: isDecided, reason: reasonOf({ ...look, kind }, column, isKnown) }
}

function kindByContent(look: Look, cells: readonly string[]): OptOutKind | null {
  const words = filled(cells)
  const share = (isOne: (cell: string) => boolean) => words.filter(isOne).length / Math.max(words.length, 1)
  if (look.kind === 'words') {
    // Lead status, order status: words of another subject.
    return words.length > 0 && share((cell) => statusOfWord(cell) !== null) > 0.5 ? 'words' : null
  }
  if (look.kind === 'consent') {
    // Scores and dates of marketing are no permission.
    const isAnswer = (cell: string) => isYesOrNo(cell) || statusOfWord(cell) !== null
    return words.length === 0 || share(isAnswer) > 0.5 ? 'consent' : null
  }
  if (words.length > 0 && share((cell) => statusOfWord(cell) !== null) === 1) return 'words'
  return words.length > 0 && share(isYesOrNo) < 0.5 ? 'filled' : 'flag'
}

function filled(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '')
}

function isYesOrNo(cell: string): boolean {
  return isYes(cell) || isNo(cell)
}

const isYes = (cell: string) => yesWords.has(bare(cell))
const isNo = (cell: string) => noWords.has(bare(cell))

type Rules = { rules: StatusColumn[]; isKnown: boolean }

function rulesOf({ kind, status }: Look, { number, cells }: Column): Rules {
  const words = filled(cells)
  const base = { column: number }
  if (kind === 'filled') {
    // Some products write "false" where nothing happened.
    return { rules: [{ ...base, status, unless: ['', ...noCells] }], isKnown: true }
  }
  if (kind === 'flag') {
    return { rules: [{ ...base, status, unless: ['', ...noCells] }], isKnown: words.every(isYesOrNo) }
  }
  if (kind === 'consent') return consentRules(number, cells)
  return wordRules(number, status, words)
}

/** Not every word for no is an opt-out: who never subscribed has not left. */
function consentRules(number: number, cells: readonly string[]): Rules {
  const never = ['', 'never_subscribed', 'never subscribed', 'not subscribed', 'pending', 'unconfirmed']
  const given = [
    'subscribed',
    'confirmed',
    'opted in',
    'opted-in',
    'opt-in',
    'optin',
    'active',
    'email',
    ...yesCells,
  ]
  const isKnown = cells.every((cell) => isYesOrNo(cell) || cell.trim() === '' || statusOfWord(cell) !== null)
  return {
    rules: [
      { column: number, status: 'deactivated', when: never },
      { column: number, status: 'unsubscribed', unless: [...given, ...never] },
    ],
    isKnown,
  }
}

const removed = ['unsubscribed', 'bounced', 'scomp', 'deactivated'] as const

/** A rule for the words of each status as the file spells them, and one for words that are not in the rows read. */
function wordRules(number: number, status: RemovedStatus, words: readonly string[]): Rules {
  const spelled = new Set(words.map((word) => word.trim().toLowerCase()))
  const of = (wanted: string) => [...spelled].filter((word) => statusOfWord(word) === wanted)
  const named = removed.flatMap((wanted) => {
    const when = of(wanted)
    return when.length === 0 ? [] : [{ column: number, status: wanted, when: when.slice(0, 100) }]
  })
  const others = named.flatMap(({ when }) => when)
  const stays = ['', 'active', 'subscribed', 'none', '[]', ...noCells, ...of('active'), ...others]
  const rest = { column: number, status, unless: [...new Set(stays)].slice(0, 500) }
  const isKnown = [...spelled].every((word) => statusOfWord(word) !== null || isNo(word))
  return { rules: [...named, rest], isKnown }
}

function reasonOf({ product, kind }: Look, { header, cells }: Column, isKnown: boolean): string {
  const source =
    product === null
      ? `"${header.trim()}" looks like an opt-out`
      : `"${header.trim()}" is ${product}'s column of opt-outs`
  const how = {
    flag: 'yes means that the person has left',
    filled: 'a filled cell means that the person has left',
    consent: 'everything but a yes means that the person has not agreed',
    words: 'each word has its status',
  }[kind]
  const strange = filled(cells).find((cell) => !isYesOrNo(cell) && statusOfWord(cell) === null)
  const doubt =
    isKnown || strange === undefined ? '' : ` "${strange.trim().slice(0, 40)}" is not a known word.`
  return `${source}: ${how}.${doubt}`
}
