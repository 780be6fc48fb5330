import { lineOf } from './fields.ts'

const charactersMax = 1000

/** `550 5.1.1 …`, `550-…`, `(#5.1.1)`, `554 delivery error`: text of a server, not of the reporting program. */
const reply =
  /(?:^|[\s"'(<:>])[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}|[\p{L}<"'[({*#])|#[45]\.\d{1,3}\.\d{1,3}|(?:^|\s)[45]\.\d\.\d{1,2}[\s:,)]/imu

const boilerplate =
  /\b(?:this is (?:the|an?) .{0,40}(?:mail|automatic|program|system)|i'm (?:sorry|afraid)|sorry it didn't|further assistance|contact (?:your|the) .{0,30}(?:administrator|postmaster|system|isp)|send (?:e?-?mail|a message) to|if you do so|delete your own|please (?:include|do not|don't|forward|contact|see)|created automatically|attached|diagnostic information)\b/i

export function saysReply(text: string): boolean {
  return reply.test(text)
}

/** @returns the paragraph with the reply of a server; otherwise '' if `strict`, or all text except boilerplate. */
export function refusalIn(text: string, { strict }: { strict: boolean }): string {
  const paragraphs = text.split(/\n[ \t>]*\n/)
  const paragraph = paragraphs.find((one) => reply.test(one))
  if (paragraph !== undefined) {
    const begin = reply.exec(paragraph)?.index ?? 0
    // A code at the end of a line follows its text; a reply begins with its code.
    const isReply = /^\W*[45]\d\d[ -]/.test(paragraph.slice(begin))
    return lineOf(
      paragraph.slice(isReply ? begin : paragraph.lastIndexOf('\n', begin - 1) + 1),
      charactersMax,
    )
  }
  if (strict) return ''
  return lineOf(
    text
      .split('\n')
      .filter((line) => !boilerplate.test(line))
      .join('\n'),
    charactersMax,
  )
}
