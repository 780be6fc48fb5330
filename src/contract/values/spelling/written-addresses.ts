import { parseEmail } from '../email.ts'
import { invisibleProblem } from './invisible.ts'

/** More is no cell of addresses. */
const charactersMax = 4096

/**
 * The addresses of a text that consists of them: `ann@x.example ::: ben@x.example`, as Google writes several of one
 * person, `"Doe, Ann" <ann@x.example>; ben@x.example`, or one alone. Empty if there is any other text.
 */
export function writtenAddresses(text: string): string[] {
  if (text.length > charactersMax || !text.includes('@')) return []
  const addresses = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/:::|[,;|\r\n]/)
    .flatMap(addressesOf)
  return addresses.every((address) => parseEmail(address) !== null) ? addresses : []
}

/** In brackets behind a name, or between blanks. */
function addressesOf(part: string): string[] {
  const inBrackets = /^[^<>@]*<([^<>]*)>\s*$/.exec(part)?.[1]
  return (inBrackets ?? part).split(/\s+/).filter((word) => word !== '')
}

/** What is wrong with a text that `parseEmail` refuses. */
export function emailProblem(text: string): string {
  const problem = invisibleProblem(text)
  if (problem !== null) return problem
  const [first, ...others] = writtenAddresses(text)
  if (first === undefined) return 'is not a valid address'
  if (others.length > 0) return `has ${others.length + 1} addresses; keep one`
  return `has more than the address; keep ${first} only`
}
