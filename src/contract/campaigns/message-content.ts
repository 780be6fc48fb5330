import type { Condition } from '../blocks/conditions.ts'
import type { InlinePicture } from './inline-pictures.ts'
import type { ContentLanguage } from './language.ts'
import type { FieldDefinition } from '../lists/field-definition.ts'
import type { UnsubTagMode } from '../organizations/permissions.ts'

export type MessageContent = {
  organizationId: number
  /** An IANA name. */
  timeZone: string
  organization: {
    htmlHeader: string
    htmlFooter: string
    textHeader: string
    textFooter: string
    unsubTagMode: UnsubTagMode
    /** Whether campaigns may carry pictures. Absent: no. */
    canEmbedPictures?: boolean
    /** Whether campaigns may carry files. Absent: no. */
    canAttachFiles?: boolean
  }
  /** Of the organization and the list, one `Name: value` per line. */
  customHeaders: readonly string[]
  list: { id: number; name: string }
  source: { kind: 'campaign' | 'autoresponder'; id: number; name: string }
  /** The list's own fields and the global ones. */
  fields: readonly ({ id: number } & Pick<
    FieldDefinition,
    'name' | 'field_type' | 'interpolation_html_encode' | 'interpolation_url_encode'
  >)[]
  fromName: string
  fromEmail: string
  senderEmail: string
  replyTo: string
  tracking: { opens: boolean; links: boolean }
  /** `https://news.example.com`; null: the server's own. */
  urlOrigin: string | null
  /** null: bounces go to the sender. */
  bounceEmail: string | null
  /** null: the System Default Route. */
  virtualMtaId: number | null
  /** Sorted; an autoresponder has one, without an id. */
  contents: readonly MessageBody[]
}

export type MessageBody = {
  id: number | null
  /** Default: codes. */
  language?: ContentLanguage
  format: 'html' | 'text' | 'both'
  subject: string
  html: string
  text: string
  /** Of its blocks, in the order of their marks. Absent: none has one. */
  conditions?: readonly Condition[]
  /** Those that its HTML carries. Absent: none. */
  pictures?: readonly InlinePicture[]
  /** What it names. Absent: nothing. */
  attachmentIds?: readonly number[]
  /** Those of them that there are, in their order. Absent: none. */
  files?: readonly MessageFile[]
}

/** A file beside what is read. */
export type MessageFile = {
  id: number
  filename: string
  contentType: string
  sizeBytes: number
  /** Base64, in lines that end with CR LF. */
  content: string
}
