import type { DraftContent } from '../compose/saving/change.ts'
import type { Autoresponder } from './autoresponders-page.tsx'

type Fields = Pick<
  Autoresponder,
  | 'content_subject'
  | 'content_language'
  | 'content_format'
  | 'content_html'
  | 'content_text'
  | 'content_document'
  | 'content_attachments'
>

/** The editors of campaigns edit this. */
export function contentOf(fields: Fields): DraftContent {
  return {
    name: '',
    language: fields.content_language,
    subject: fields.content_subject,
    format: fields.content_format,
    html: fields.content_html,
    text: fields.content_text,
    document: fields.content_document,
    attachments: fields.content_attachments,
  }
}

/** A document makes the parts, so they do not go with it. */
export function fieldsOf({ language, subject, format, html, text, document, attachments }: DraftContent) {
  const content = {
    content_language: language,
    content_subject: subject,
    content_format: format,
    content_attachments: attachments,
  }
  return document === null
    ? { ...content, content_html: html, content_text: text, content_document: null }
    : { ...content, content_document: document }
}
