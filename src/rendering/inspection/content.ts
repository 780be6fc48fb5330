import type { Finding } from '../../contract/campaigns/check.ts'
import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { compileBody, orProblem } from '../composer.ts'
import { readTags } from '../tags.ts'
import { findUnknownCodes } from './unknown-codes.ts'
import { partsWithoutLink } from '../unsubscribe-link.ts'

type Found = Pick<Finding, 'kind' | 'code' | 'sentence'>

/** Phones show about 40 characters of a subject, desktops 60 to 78. */
const subjectMax = 78
/** Gmail cuts what is longer than 102 kB, and with it the link to unsubscribe. */
const htmlBytesMax = 100_000

/** What can be said of a content without sending or asking anything. `bytes`: of the HTML as one subscriber gets it. */
export function inspectContent(
  { organization, fields }: Pick<MessageContent, 'organization' | 'fields'>,
  body: MessageBody,
  bytes: number,
): Found[] {
  return [
    ...inspectSubject(body.subject),
    ...inspectParts(body),
    ...inspectUnsubscribing(body, { organization, fields }),
    ...inspectCodes(body, fields),
    ...inspectPictures(body),
    ...inspectSize(body, bytes),
  ]
}

function inspectSubject(subject: string): Found[] {
  const length = Array.from(subject.trim()).length
  if (length === 0) return [{ kind: 'stop', code: 'subject', sentence: 'The subject is empty.' }]
  const isLong = length > subjectMax
  const sentence = isLong
    ? `The subject has ${length} characters; most mail programs show no more than ${subjectMax}.`
    : `The subject has ${length} characters.`
  return [{ kind: isLong ? 'warn' : 'ok', code: 'subject', sentence }]
}

function inspectParts({ format, html, text }: MessageBody): Found[] {
  if ((format === 'text' ? text : html).trim() === '') {
    return [{ kind: 'stop', code: 'content', sentence: 'The message is empty.' }]
  }
  if (format === 'html') {
    const sentence = 'There is no text part: some programs and filters of spam look for one.'
    return [{ kind: 'warn', code: 'text_part', sentence }]
  }
  const isMade = format === 'both' && text.trim() === ''
  const sentence = isMade ? 'The text part is made of the HTML.' : 'There is a text part.'
  return [{ kind: 'ok', code: 'text_part', sentence }]
}

function inspectUnsubscribing(
  body: MessageBody,
  { organization, fields }: Pick<MessageContent, 'organization' | 'fields'>,
): Found[] {
  const code = 'unsubscribe_link'
  const parts = partsWithoutLink(body, organization, fields)
  if (parts.length === 0) return [{ kind: 'ok', code, sentence: 'There is a link to unsubscribe.' }]
  const where = parts.map((part) => (part === 'html' ? 'the HTML' : 'the text')).join(' and ')
  const missing = `There is no link to unsubscribe in ${where}`
  if (organization.unsubTagMode === 'append_if_missing') {
    return [{ kind: 'ok', code, sentence: `${missing}; a footer with one is added.` }]
  }
  const kind = organization.unsubTagMode === 'require' ? 'stop' : 'warn'
  return [{ kind, code, sentence: `${missing}: add %%unsubscribe_link%%.` }]
}

function inspectCodes(body: MessageBody, fields: MessageContent['fields']): Found[] {
  const found = (['subject', 'html', 'text'] as const).flatMap((part) =>
    findUnknownCodes(body[part], fields, body.language),
  )
  const unique = [...new Map(found.map((one) => [one.code, one])).values()]
  return unique.map(({ code, meant }) => ({
    kind: 'warn',
    code: 'unknown_code',
    sentence: `${code} is not a known code and stays in the message as it is.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  }))
}

function inspectPictures({ format, html }: MessageBody): Found[] {
  if (format === 'text') return []
  const pictures: Set<string>[] = []
  let isPicture = false
  readTags(html, {
    tag: (name) => {
      isPicture = name === 'img'
      if (isPicture) pictures.push(new Set())
    },
    attribute: (name) => {
      if (isPicture) pictures.at(-1)?.add(name)
    },
    close: () => {},
  })
  const bare = pictures.filter((attributes) => !attributes.has('alt')).length
  if (bare === 0) return []
  const sentence = `${bare} of ${pictures.length} pictures have no alternative text for readers who do not see them.`
  return [{ kind: 'warn', code: 'alt', sentence }]
}

function inspectSize({ format }: MessageBody, bytes: number): Found[] {
  if (format === 'text') return []
  const size = `The HTML has ${Math.ceil(bytes / 1000)} kB`
  return bytes > htmlBytesMax
    ? [{ kind: 'warn', code: 'size', sentence: `${size}; Gmail cuts messages at 102 kB and hides the rest.` }]
    : [{ kind: 'ok', code: 'size', sentence: `${size}.` }]
}

/** The targets that can be opened: without codes, each once, in their order. */
export function linksOf(body: MessageBody, message: MessageContent): readonly string[] {
  if (body.format === 'text') return []
  const organization = {
    htmlHeader: '',
    htmlFooter: '',
    textHeader: '',
    textFooter: '',
    unsubTagMode: 'default',
  } as const
  const bare = { ...message, organization, tracking: { links: true, opens: false } }
  const read = orProblem(() => compileBody(bare, body))
  return 'problem' in read ? [] : (read.result.html?.links ?? [])
}
