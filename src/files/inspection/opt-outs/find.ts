import { optOutMeanings } from '../../../contract/values/said/proposals.ts'
import type { OptOut } from '../../../contract/imports/inspection.ts'
import {
  compileStatus,
  type RemovedStatus,
  type StatusColumn,
} from '../../../contract/imports/status-columns.ts'
import { isFreeText, noCells, yesCells } from '../titles.ts'
import { isAnswer, isNo, isNotGiven, isYes } from './answers.ts'
import {
  isDetail,
  isOtherChannel,
  isOtherTopic,
  isRegion,
  isStatusOfMail,
  optOutByTitle,
  type Look,
  type OptOutKind,
} from './columns.ts'
import { isOtherSubject, isScale, meaningOf, meansLeft } from './words.ts'

/** `later`: cells beyond the rows that were read which mean that somebody has left. */
type Column = { number: number; header: string; cells: readonly string[]; later?: readonly string[] }

/** @param cells of the rows that were read, blank ones included. @returns null for a column that is no opt-out. */
export function findOptOut(column: Column): OptOut | null {
  const words = filled([...column.cells, ...(column.later ?? [])])
  return withLeftWords(byTitle(column, words), column, words)
}

/** By the title, where the content agrees. */
function byTitle(column: Column, words: readonly string[]): OptOut | null {
  const look = optOutByTitle(column.header)
  if (look === null) return null
  const kind = look.product === null ? kindByContent(look, column) : look.kind
  if (kind === null) return null
  const { rules, isKnown } = rulesOf({ ...look, kind }, column.number, words)
  if (rules.length === 0) return null
  // A status column whose words are all known needs no question.
  const isDecided = isKnown && (look.product !== null || (look.kind === 'words' && kind === 'words'))
  return {
    rules,
    is_decided: isDecided && !isRegion(column.header),
    reason: reasonOf({ ...look, kind }, column.header, words, isKnown),
  }
}

/** Whoever the cells say has left does so, whatever the column is called and however few they are. */
function withLeftWords(found: OptOut | null, column: Column, words: readonly string[]): OptOut | null {
  if (isOtherChannel(column.header) || isDetail(column.header)) return found
  const weights =
    isFreeText(column.header) || isOtherTopic(column.header)
      ? (['sure'] as const)
      : (['sure', 'likely'] as const)
  const left = [...new Set(words)].filter((cell) => meansLeft(cell, weights))
  if (left.length === 0) return found
  const isPriority = isScale(words)
  const statusOf = compileStatus(found?.rules ?? [], -1)
  const cellsBefore = Array.from({ length: column.number - 1 }, () => '')
  const missed = left.filter((cell) => {
    if (isPriority && /^\s*baja\s*$/i.test(cell)) return false
    return statusOf([...cellsBefore, cell], { status: 'active', removeTime: null }) === null
  })
  if (missed.length === 0) return found
  const { rules } = wordRules(column.number, null, isMostlyStatus(words) ? words : missed)
  const example = (missed[0] ?? '').trim().slice(0, 40)
  const reason = `${nameOf(column)} has cells such as "${example}", which mean that the person has left.`
  return { rules: [...rules, ...(found?.rules ?? [])], is_decided: false, reason }
}

function nameOf({ number, header }: Column): string {
  return header.trim() === '' ? `Column ${number}` : `"${header.trim()}"`
}

function isMostlyStatus(words: readonly string[]): boolean {
  return shareOf(words, (cell) => meaningOf(cell) !== null) > 0.5
}

function shareOf(words: readonly string[], isOne: (cell: string) => boolean): number {
  return words.filter(isOne).length / Math.max(words.length, 1)
}

function kindByContent(look: Look, { header, cells }: Column): OptOutKind | null {
  const words = filled(cells)
  const isStatus = (cell: string) => meaningOf(cell) !== null
  if (look.needsAnswers && look.kind === 'flag' && saysWhen(words)) return 'filled'
  if (look.needsAnswers && !areAnswers(look, words)) return null
  if (look.kind === 'words') {
    if (!isRegion(header) && areCodes(words)) return 'codes'
    // Lead status, order status: words of another subject.
    if (words.length === 0 || !areStatuses(header, words)) return null
    return words.some(isOtherSubject) && !words.some((cell) => meansLeft(cell)) ? null : 'words'
  }
  if (look.kind === 'unconfirmed') return 'unconfirmed'
  if (look.kind === 'consent') {
    // Scores and dates of marketing are no permission.
    if (areCodes(words) && !words.every(isAnswer)) return 'codes'
    const isGiven = (cell: string) => isAnswer(cell) || isStatus(cell)
    if (look.needsAnswers && shareOf(words, isAnswer) <= 0.5 && !words.some(saysGiven)) return 'refused'
    return words.length === 0 || shareOf(words, isGiven) > 0.5 || areAnswers(look, words) ? 'consent' : null
  }
  if (words.length > 0 && words.every(isStatus) && !words.some(isAnswer)) return 'words'
  return words.length > 0 && shareOf(words, isAnswer) < 0.5 ? 'filled' : 'flag'
}

/** Most cells; a few words in the status of mail if one of them ends it. */
function areStatuses(header: string, words: readonly string[]): boolean {
  if (isMostlyStatus(words)) return true
  return isStatusOfMail(header) && new Set(words).size <= differentMax && words.some(isEnd)
}

/** Most cells, or a no among few other words of a permission. */
function areAnswers({ kind }: Look, words: readonly string[]): boolean {
  if (shareOf(words, isAnswer) > 0.5) return words.length > 0
  return (
    kind === 'consent' && words.some(isEnd) && new Set(words).size <= differentMax && !words.some(isAddress)
  )
}

const isAddress = (cell: string) => cell.includes('@')

const isEnd = (cell: string) => isNotGiven(cell) || (meaningOf(cell)?.status ?? 'active') !== 'active'

const differentMax = 6

function filled(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '')
}

/** Of leaving: dates, and what a database writes where there is none. */
function saysWhen(words: readonly string[]): boolean {
  const isDate = (cell: string) => isNoTime(cell) || (cell.length <= 40 && time.test(cell))
  return words.some((cell) => !isNoTime(cell)) && words.every(isDate) && !words.every(isAnswer)
}

const time = /^\s*(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|1\d{9}(?:\d{3})?\s*$)/
const noTime = /^\s*(?:null|\\n|none|nil|-|0|0{1,4}[-./]0{1,2}[-./]0{1,4}(?:[ T][0:.]+Z?)?)\s*$/i
const isNoTime = (cell: string) => noTime.test(cell)

/** `0`, `1`, `2` or `C`, `S`, `U` of a program's database. */
function areCodes(words: readonly string[]): boolean {
  const codes = new Set(words.map((cell) => cell.trim().toUpperCase()))
  return codes.size >= 2 && codes.size <= 8 && [...codes].every((code) => /^(?:-?\d|[A-Z])$/.test(code))
}

/** The first of these that the column has. */
const activeCodes = ['1', 'a', 'c', 'y', 's', '0']

type Rules = { rules: StatusColumn[]; isKnown: boolean }

/** As rules compare cells, at most as many as one takes. */
function spelled(words: readonly string[], isOne: (cell: string) => boolean): string[] {
  return [...new Set(words.filter(isOne).map((word) => word.trim().toLowerCase()))].slice(0, 400)
}

function rulesOf({ kind, status }: Look, number: number, words: readonly string[]): Rules {
  const base = { column: number, status }
  const no = [...new Set([...noCells, ...spelled(words, isNo)])]
  if (kind === 'words') return wordRules(number, status, words)
  if (kind === 'codes') {
    const codes = spelled(words, () => true)
    const active = activeCodes.find((code) => codes.includes(code)) ?? codes[0] ?? ''
    return { rules: [{ ...base, status: 'deactivated', unless: ['', active] }], isKnown: false }
  }
  if (kind === 'consent') return consentRules(number, words)
  if (kind === 'refused') return refusedRules(number, words)
  const isKnown = kind !== 'flag' || words.every(isAnswer)
  if (kind === 'unconfirmed')
    return { rules: [{ ...base, when: [...new Set([...no, ...spelled(words, isNotGiven)])] }], isKnown }
  // Some products write "false" where nothing happened.
  return {
    rules: [{ ...base, unless: ['', ...no, ...spelled(words, isActive), ...spelled(words, isNoTime)] }],
    isKnown,
  }
}

/** Of cells such as "weekly" and "never", only what refuses is known. */
function refusedRules(number: number, words: readonly string[]): Rules {
  const when = spelled(words, isNotGiven)
  const { rules } = wordRules(number, null, words)
  const refused: StatusColumn[] = when.length === 0 ? [] : [{ column: number, status: 'unsubscribed', when }]
  return { rules: [...refused, ...rules], isKnown: false }
}

const saysGiven = (cell: string) => isYes(cell) || (isActive(cell) && !isNotGiven(cell))

const isActive = (cell: string) => meaningOf(cell)?.status === 'active'

/** Not every word for no is an opt-out: who never subscribed has not left. */
function consentRules(number: number, words: readonly string[]): Rules {
  const isNever = (cell: string) => meaningOf(cell)?.status === 'deactivated'
  const never = ['', 'never_subscribed', 'never subscribed', 'not subscribed', 'pending', 'unconfirmed']
  const given = ['subscribed', 'confirmed', 'opted in', 'opted-in', 'opt-in', 'optin', 'active', 'email']
  return {
    rules: [
      { column: number, status: 'deactivated', when: [...new Set([...never, ...spelled(words, isNever)])] },
      {
        column: number,
        status: 'unsubscribed',
        unless: [
          ...new Set([
            ...given,
            ...yesCells,
            ...spelled(words, saysGiven),
            ...never,
            ...spelled(words, isNever),
          ]),
        ],
      },
    ],
    isKnown: words.every((cell) => isAnswer(cell) || meaningOf(cell) !== null),
  }
}

const removed = ['unsubscribed', 'bounced', 'scomp', 'deactivated'] as const

/** What one rule may name. */
const cellsMax = 1000

/**
 * A rule for the words of each status as the file spells them.
 * @param rest the status of words that are not in the rows read; null: they change nothing.
 */
function wordRules(number: number, rest: RemovedStatus | null, words: readonly string[]): Rules {
  const cells = new Set(words.map((word) => word.trim().toLowerCase()))
  const of = (wanted: string) => [...cells].filter((word) => meaningOf(word)?.status === wanted)
  const named = removed.flatMap((wanted) => {
    const when = of(wanted)
    return when.length === 0 ? [] : [{ column: number, status: wanted, when: when.slice(0, cellsMax) }]
  })
  const isKnown = [...cells].every((word) => meaningOf(word) !== null || isNo(word))
  if (rest === null) return { rules: named, isKnown }
  const others = named.flatMap(({ when }) => when)
  const stays = ['', 'active', 'subscribed', 'none', '[]', ...noCells, ...of('active'), ...others]
  const last = { column: number, status: rest, unless: [...new Set(stays)].slice(0, cellsMax) }
  return { rules: [...named, last], isKnown }
}

function reasonOf(
  { product, kind }: Look,
  header: string,
  words: readonly string[],
  isKnown: boolean,
): string {
  const source =
    product === null
      ? `"${header.trim()}" looks like an opt-out`
      : `"${header.trim()}" is ${product}'s column of opt-outs`
  const how = optOutMeanings[kind]
  const strange = words.find((cell) => !isAnswer(cell) && meaningOf(cell) === null)
  const doubt =
    isKnown || kind === 'codes' || strange === undefined
      ? ''
      : ` "${strange.trim().slice(0, 40)}" is not a known word.`
  return `${source}: ${how}.${doubt}`
}
