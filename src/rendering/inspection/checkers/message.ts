import { partsWithoutLink } from '../../unsubscribe-link.ts'
import { fileProblem, pictureProblem } from '../carried.ts'
import { readTags } from '../../tags.ts'
import type { CheckedContent, ContentChecker, Problem } from './checked-content.ts'

/** Phones show about 40 characters of a subject, desktops 60 to 78. */
const subjectMax = 78
/** Gmail cuts what is longer than 102 kB, and with it the link to unsubscribe. */
const htmlBytesMax = 100_000

export const checkSubject: ContentChecker = ({ body: { subject } }) => {
  const length = Array.from(subject.trim()).length
  if (length === 0) return [{ kind: 'stop', code: 'subject', sentence: 'The subject is empty.' }]
  const isLong = length > subjectMax
  const sentence = isLong
    ? `The subject has ${length} characters; most mail programs show no more than ${subjectMax}.`
    : `The subject has ${length} characters.`
  return [{ kind: isLong ? 'warn' : 'ok', code: 'subject', sentence }]
}

export const checkParts: ContentChecker = ({ body: { format, html, text } }) => {
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

export const checkUnsubscribing: ContentChecker = ({ body, message: { organization, fields } }) => {
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

export const checkPictures: ContentChecker = ({ body: { format, html } }) => {
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

export const checkCarried: ContentChecker = ({ body, message }) =>
  [pictureProblem(message, body), fileProblem(message, body)].flatMap((problem) =>
    problem === null ? [] : [{ kind: 'stop', code: 'content', sentence: sentenceOf(problem) }],
  )

function sentenceOf(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`
}

export const checkSize: ContentChecker = ({ body, htmlBytes }) => [
  ...sizeOfHtml(body, htmlBytes),
  ...sizeOfFiles(body),
]

/** Some mail servers take no message of more than 10 MB, and many people read on a phone. */
const filesBytesMax = 2_000_000

function sizeOfFiles({ files = [] }: CheckedContent['body']): Problem[] {
  if (files.length === 0) return []
  const kilobytes = Math.ceil((files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) * 4) / 3000)
  const said = `${files.length === 1 ? 'The file has' : `The ${files.length} files have`} ${kilobytes} kB in each message`
  return kilobytes * 1000 > filesBytesMax
    ? [
        {
          kind: 'warn',
          code: 'size',
          sentence: `${said}: many people read on a phone, and some mail servers take no large messages.`,
        },
      ]
    : [{ kind: 'ok', code: 'size', sentence: `${said}.` }]
}

function sizeOfHtml({ format, pictures = [] }: CheckedContent['body'], htmlBytes: number): Problem[] {
  if (format === 'text') return []
  const carried = pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  // Base64 has four characters for three bytes.
  const beside =
    carried === 0 ? '' : `, and its pictures ${Math.ceil((carried * 4) / 3000)} kB in each message`
  const size = `The HTML has ${Math.ceil(htmlBytes / 1000)} kB${beside}`
  return htmlBytes > htmlBytesMax
    ? [{ kind: 'warn', code: 'size', sentence: `${size}; Gmail cuts messages at 102 kB and hides the rest.` }]
    : [{ kind: 'ok', code: 'size', sentence: `${size}.` }]
}
