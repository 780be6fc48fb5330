import { invalid } from '../contract/api/errors.ts'
import { headerNameMax, headersMax, headerValueMax } from '../contract/messages/input.ts'
import { messageHeaders } from '../contract/values/header-lines.ts'
import type { ReadAttachment, ReadMail } from '../files/mime/read.ts'

/** Fields of a message by its headers, which do not leave with it. */
export const options = {
  'X-Quiver-Stream': { field: 'stream', read: asIs },
  'X-Quiver-Tags': { field: 'tags', read: readTags },
  'X-Quiver-Template': { field: 'template_id', read: asIs },
  'X-Quiver-Data': { field: 'data', read: readData },
  'X-Quiver-Language': { field: 'language', read: asIs },
  'X-Quiver-Track-Opens': { field: 'track_opens', read: readFlag },
  'X-Quiver-Track-Links': { field: 'track_links', read: readFlag },
  'X-Quiver-Send-At': { field: 'send_at', read: asIs },
} as const satisfies Record<string, { field: string; read: (value: string, name: string) => unknown }>

const keyHeader = 'X-Quiver-Idempotency-Key'

export type Submitted = {
  /** As in the body of a call, without `to`. */
  fields: Record<string, unknown>
  /** null: none is given. */
  key: string | null
}

/** @throws AppError `validation_failed`: a header that is not known, or cannot be read. */
export function fieldsOf(mail: ReadMail): Submitted {
  const given = new Map<string, string>()
  for (const { name, value } of mail.headers) {
    if (!/^x-quiver-/i.test(name)) continue
    const known = [...Object.keys(options), keyHeader].find((one) => isSame(one, name))
    if (known === undefined) {
      throw invalid(`${name} is not known: use ${[...Object.keys(options), keyHeader].join(', ')}`)
    }
    const before = given.get(known)
    if (before !== undefined && known !== 'X-Quiver-Tags') throw invalid(`${known} can be given once`)
    given.set(known, before === undefined ? value : `${before},${value}`)
  }
  const optional = Object.entries(options).flatMap(([name, { field, read }]) => {
    const value = given.get(name)
    return value === undefined || value === '' ? [] : [[field, read(value, name)]]
  })
  const key = given.get(keyHeader)
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid(`${keyHeader} must be 1 to 255 printable ASCII characters`)
  }
  return {
    fields: { ...contentOf(mail, given.has('X-Quiver-Template')), ...Object.fromEntries(optional) },
    key: key ?? null,
  }
}

function contentOf(mail: ReadMail, hasTemplate: boolean): Record<string, unknown> {
  const { from, replyTo, subject } = mail
  const { html, attachments } = withNamedPictures(mail)
  return {
    ...(from === null ? {} : { from_name: from.name, from_email: from.address }),
    ...(replyTo === '' ? {} : { reply_to: replyTo }),
    ...(hasTemplate && subject === '' ? {} : { subject }),
    // A template is in place of them; hardly a program sends a message without a body.
    ...(hasTemplate
      ? {}
      : { ...(html !== null && { html }), ...(mail.text !== null && { text: mail.text }) }),
    attachments,
    headers: headersOf(mail),
  }
}

/** Others say how the message came here, or are written anew. */
function headersOf({ headers }: ReadMail): Record<string, string> {
  const kept = new Map<string, { name: string; value: string }>()
  for (const { name, value: raw } of headers) {
    const value = withoutControls(raw).trim()
    const isKept = /^x-(?!quiver-)./i.test(name) || messageHeaders.some((one) => isSame(one, name))
    if (!isKept || value === '' || name.length > headerNameMax) continue
    const fitting = isSame(name, 'References') ? lastReferences(value) : value
    if (fitting.length <= headerValueMax) kept.set(name.toLowerCase(), { name, value: fitting })
  }
  return Object.fromEntries([...kept.values()].slice(0, headersMax).map(({ name, value }) => [name, value]))
}

/** A long thread: mail programs go by the last ones. */
function lastReferences(value: string): string {
  const ids = value.split(' ')
  while (ids.length > 1 && ids.join(' ').length > headerValueMax) ids.shift()
  return ids.join(' ')
}

/** Ids of pictures that no message of ours can have get others. */
function withNamedPictures({ html, attachments }: ReadMail): { html: string | null; attachments: object[] } {
  let text = html
  const named = attachments.map((attachment, place) => {
    const { contentId: id } = attachment
    if (id === null || /^[\w.@-]{1,100}$/.test(id)) return given(attachment, id)
    const own = `picture-${place}@quiver`
    text =
      text?.replaceAll(`cid:${id}`, `cid:${own}`).replaceAll(`cid:${encodeURI(id)}`, `cid:${own}`) ?? null
    return given(attachment, own)
  })
  return { html: text, attachments: named }
}

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/

function given({ filename, contentType, content }: ReadAttachment, id: string | null): object {
  return {
    filename: (withoutControls(filename).trim() || 'attachment').slice(0, 200),
    ...(mediaType.test(contentType) ? { content_type: contentType } : {}),
    ...(id === null ? {} : { content_id: id }),
    content,
  }
}

/** Line ends could begin a header; others cannot be stored. */
function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function asIs(value: string): string {
  return value
}

function readTags(value: string): string[] {
  return value.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))
}

function readFlag(value: string, name: string): boolean {
  if (/^(yes|true|1|on)$/i.test(value)) return true
  if (/^(no|false|0|off)$/i.test(value)) return false
  throw invalid(`${name} must be yes or no`)
}

/** Folded JSON has spaces where it had line ends, which changes nothing outside of strings. */
function readData(value: string, name: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw invalid(`${name} must be JSON, such as {"total": "12"}`)
  }
}
